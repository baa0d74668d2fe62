"""The documents that frames may load: each under an address of its own that nobody can guess."""

import secrets
from collections import OrderedDict
from dataclasses import dataclass

from genui.preview.csp import DEFAULT

MAX_FRAMES = 64
"""Documents kept; the oldest go first. A page holds one or two at a time."""


@dataclass(frozen=True)
class Document:
    """What a frame loads, and the policy it loads it under."""

    html: bytes
    policy: str = DEFAULT


class Frames(OrderedDict[str, Document]):
    """The documents by their ids."""

    def add(self, document: Document) -> str:
        """Keep a document and return its id."""
        key = secrets.token_urlsafe(18)
        self[key] = document
        while len(self) > MAX_FRAMES:
            self.popitem(last=False)
        return key
