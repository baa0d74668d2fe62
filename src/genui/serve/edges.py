"""The edges of lines, by which most are told without parsing them: loaded once the first answers are out."""

from __future__ import annotations

import json
import re

from genui.serve.watch import EDGE, id_of, message_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from genui.serve.watch import Id

ID = rb'(-?\d{1,400}|"[^"\\]*")'
VERSION = rb'"jsonrpc"\s*:\s*"2\.0"\s*'
HEAD = re.compile(
    rb"\s*\{\s*(?:"
    + VERSION
    + rb',\s*)?"id"\s*:\s*'
    + ID
    + rb"\s*,\s*(?:"
    + VERSION
    + rb',\s*)?"(?:result|error)"'
)
"""How most servers begin an answer: the id stands before the result."""

LATE = re.compile(rb"\s*\{\s*(?:" + VERSION + rb',\s*)?"(?:result|error)"')
TAIL = re.compile(rb',\s*"id"\s*:\s*' + ID + rb"\s*(?:,\s*" + VERSION + rb")?\}\s*\Z")
"""How the others do: the result first, the id in the last members."""

NO_ANSWER = re.compile(
    rb"\s*(?:\Z|\{\s*(?:" + VERSION + rb',\s*)?(?:"id"\s*:\s*' + ID + rb'\s*,\s*)?"method")'
)

REQUEST = re.compile(
    rb"\s*\{\s*(?:" + VERSION + rb',\s*)?"id"\s*:\s*' + ID + rb"\s*,\s*(?:" + VERSION + rb',\s*)?"method"'
)
"""How most clients begin a request, and LATE_REQUEST how the others do, with the id in the last members."""

LATE_REQUEST = re.compile(rb"\s*\{\s*(?:" + VERSION + rb',\s*)?"method"')
NOTICE = re.compile(LATE_REQUEST.pattern + rb'\s*:\s*"notifications/')

BATCH = re.compile(rb"\s*\[")

BEGUN = rb'(?m)^\{"jsonrpc": ?"2\.0", ?"id": ?(\d{1,400}), ?"'
ASKED = re.compile(BEGUN + rb'method"[^\n]*\n')
ANSWERED = re.compile(BEGUN + rb'(?:result|error)"[^\n]*\n')
"""The form of nearly all lines: many of them are gone through as one."""

SHORT = 1024
"""Bytes of a line at the mean up to which that is faster than to look at the edges of each."""


def answered_ids(line: bytes) -> Sequence[Id]:
    """Return the ids that a line answers: none for most that are no answers, several for a batch."""
    key = answered_id(line)
    if key is not None:
        return (key,)
    return batch_ids(line) if BATCH.match(line) else ()


def answered_id(head: bytes, tail: bytes | None = None) -> Id | None:
    """Return the id that a line answers, None when it is no answer.

    `head` is the whole line, or its beginning where `tail` is its end.
    """
    found = HEAD.match(head)
    if found is None and LATE.match(head):
        end = head if tail is None else tail
        found = TAIL.search(end, max(0, len(end) - EDGE))
    if found is not None:
        return id_of(found[1])
    if tail is not None or NO_ANSWER.match(head) or BATCH.match(head):
        return None
    return decoded_id(head)


def asked_ids(line: bytes) -> Sequence[Id]:
    """Return the ids that a line of the client's asks with: none for notifications and answers."""
    found = REQUEST.match(line)
    if found is None and LATE_REQUEST.match(line):
        found = TAIL.search(line, max(0, len(line) - EDGE))
        if found is None and NOTICE.match(line):
            return ()
    if found is not None:
        return (id_of(found[1]),)
    try:
        message = json.loads(line.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError):
        return ()
    messages = message if isinstance(message, list) else [message]
    requests = [item for item in messages if isinstance(item, dict) and isinstance(item.get("method"), str)]
    return [key for key in map(message_id, requests) if key is not None]


def keys_in(form: re.Pattern[bytes], lines: bytes) -> list[Id] | None:
    """Return the id of every line where all have one form; None where one has another, or they are long."""
    number = lines.count(b"\n")
    if len(lines) > SHORT * number:
        return None
    keys: list[bytes] = form.findall(lines)
    return [*map(int, keys)] if len(keys) == number else None


def batch_ids(line: bytes) -> list[Id]:
    """Return the ids that a batch answers."""
    try:
        batch = json.loads(line.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError):
        return []
    answers = [item for item in batch if isinstance(item, dict) and "method" not in item]
    return [key for key in map(message_id, answers) if key is not None]


def decoded_id(line: bytes) -> Id | None:
    """Return the id that a line of unusual form answers."""
    try:
        message = json.loads(line.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError):
        return None
    return message_id(message) if isinstance(message, dict) and "method" not in message else None
