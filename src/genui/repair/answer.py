"""A model's answer around a page: fences and talk before and after it."""

import re

FENCE = re.compile(rb"^[ \t]*(`{3,}|~{3,})[^\n`]*\n(.*?)\n[ \t]*\1[ \t]*$", re.DOTALL | re.MULTILINE)
START = re.compile(rb"<!doctype\s+html|<html[\s>]", re.IGNORECASE)


def unwrapped(html: bytes) -> bytes:
    """Return the page inside a model's answer: the one fenced block that holds one, else the answer."""
    blocks = [match[2] for match in FENCE.finditer(html) if START.match(match[2].lstrip())]
    return blocks[0] + b"\n" if len(blocks) == 1 else html
