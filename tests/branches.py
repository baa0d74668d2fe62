"""Git repositories with two branches, for tests of merges."""

import os
import subprocess

QUIET = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.com",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.com",
}


def git(directory, *arguments, ok=True):
    """Run git in a directory; return its exit code and what it said."""
    done = subprocess.run(
        ["git", *arguments],
        cwd=directory,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **QUIET},
        check=False,
    )
    assert not ok or done.returncode == 0, done.stdout + done.stderr
    return done.returncode, done.stdout + done.stderr


def repository(directory):
    """Begin a repository with all that is in a directory."""
    git(directory, "init", "-q", "-b", "main")
    save(directory, "base")


def save(directory, message):
    """Commit all that is in a directory."""
    git(directory, "add", "-A")
    git(directory, "commit", "-q", "--allow-empty", "-m", message)


def diverge(directory, ours, theirs):
    """Make two branches, each by a function of the directory; return the exit code of their merge."""
    git(directory, "checkout", "-q", "-b", "theirs")
    theirs(directory)
    save(directory, "theirs")
    git(directory, "checkout", "-q", "main")
    ours(directory)
    save(directory, "ours")
    return git(directory, "merge", "-q", "theirs", ok=False)[0]


def conflicted(directory):
    """Return the paths that git holds in conflict."""
    return sorted({line.split("\t")[1] for line in git(directory, "ls-files", "-u")[1].splitlines()})
