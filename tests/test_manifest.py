"""The manifest: derived, so that whatever cannot be read is as good as absent."""

import pytest

from genui.snapshot import FORMAT, Manifest, manifest_bytes, manifest_of


def test_what_is_written_is_read_back():
    manifest = Manifest("0.1.0", {"name": 'a "quoted" name', "version": "1", "protocolVersion": "x"}, FORMAT)

    assert manifest_of(manifest_bytes(manifest)) == manifest


@pytest.mark.parametrize(
    "data",
    [b"", b"format = ", b"\xff", b"<<<<<<< HEAD\nformat = 2\n=======\n", b'format = "2"\nupstream = 3\n'],
)
def test_a_damaged_manifest_is_as_good_as_none(data):
    read = manifest_of(data)

    assert (read.format, read.upstream) == (0, {})


def test_members_of_a_newer_genui_are_passed_over():
    data = manifest_bytes(Manifest("9", {}, FORMAT)) + b'[novelty]\nx = "y"\n'

    assert manifest_of(data) == Manifest("9", {}, FORMAT)
