"""The manifest: written sorted, read strictly."""

import pytest

from genui.errors import ArtifactError
from genui.manifest import Entry, Manifest, manifest_bytes, read_manifest, thorough_reading

ENTRY = Entry(file="a.0123456789ab.html", sha256="0" * 64, source="1" * 64, shape="3" * 64)


def write(directory, text):
    (directory / "manifest.toml").write_text(text, encoding="utf-8")


def test_what_is_written_is_read_back(tmp_path):
    manifest = Manifest("0.1.0", {"name": "weather"}, {"z": ENTRY, 'a "quoted" name\n': ENTRY})
    (tmp_path / "manifest.toml").write_bytes(manifest_bytes(manifest))

    assert read_manifest(tmp_path) == manifest


def test_tools_are_written_in_order_of_name():
    text = manifest_bytes(Manifest("0.1.0", {}, {"b": ENTRY, "a": ENTRY})).decode()

    assert text.index("[tools.a]") < text.index("[tools.b]")


def test_a_directory_without_a_manifest_has_none(tmp_path):
    assert read_manifest(tmp_path) is None


def test_members_of_a_newer_genui_are_passed_over(tmp_path):
    text = manifest_bytes(Manifest("9", {}, {"a": ENTRY})).decode()
    write(tmp_path, text + 'novelty = "x"\n')

    assert read_manifest(tmp_path).tools == {"a": ENTRY}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("format = ", "manifest.toml"),
        ("format = 2\n", "format 2"),
        ("format = 1\ntools = 3\n", "[tools] is 3"),
        ("format = 1\n[tools]\na = 3\n", "expected a table"),
        ('format = 1\n[tools.a]\nfile = "x"\n', '[tools."a"]'),
        ('format = 1\n[tools.a]\nfile = "../x"\nsha256="a"\nsource="a"\nshape="a"\n', "'../x'"),
        ('format = 1\n[tools.a]\nfile = "x"\nsha256=1\nsource="a"\nshape="a"\n', "sha256 is 1"),
    ],
)
def test_a_damaged_manifest_is_refused_with_what_is_wrong(tmp_path, text, told):
    write(tmp_path, text)

    with pytest.raises(ArtifactError) as caught:
        read_manifest(tmp_path)

    assert told in caught.value.message
    assert caught.value.hint


DIGESTS = ("a" * 64,) * 4
PLAIN = Entry("a.html", *DIGESTS, size=7)
MANIFESTS = [
    Manifest("1", {}, {}),
    Manifest("1", {"name": "s", "version": "2"}, {"a": PLAIN, "b c": PLAIN, "ü/'": PLAIN, "": PLAIN}),
    Manifest("1", {}, {'say "x"\\\n': PLAIN}),
    Manifest("1", {}, {"a": Entry("a.html", *DIGESTS, fallback='two\nlines "x"', scores="spec 92")}),
    Manifest('"', {"name": "[tools.x]"}, {"a": PLAIN}),
]


@pytest.mark.parametrize("manifest", MANIFESTS)
def test_both_readings_of_a_manifest_agree(manifest, tmp_path):
    data = manifest_bytes(manifest)
    (tmp_path / "manifest.toml").write_bytes(data)
    document, entries = thorough_reading(tmp_path, data.decode())

    assert read_manifest(tmp_path) == manifest == Manifest(document["genui"], document["upstream"], entries)


ONE_TOOL = '[tools.a]\nfile = "f"\nsha256 = "1"\nsource = "1"\nlink = "1"\nshape = "1"\n'
HEAD = 'format = 1\ngenui = "1"\n\n[upstream]\n\n'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "format = 2\n",
        "format",
        HEAD + ONE_TOOL + ONE_TOOL,
        HEAD + ONE_TOOL + 'file = "x"\n',
        HEAD + "[tools.a]\n",
        HEAD + ONE_TOOL + "x",
    ],
)
def test_a_manifest_that_cannot_be_used_is_refused(text, tmp_path):
    (tmp_path / "manifest.toml").write_text(text, encoding="utf-8")

    with pytest.raises(ArtifactError):
        read_manifest(tmp_path)
