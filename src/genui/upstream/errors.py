"""What can go wrong with an upstream behind a URL, beyond that it is gone."""

from genui.errors import UpstreamError


class NotSpoken(UpstreamError):  # noqa: N818 - its base is the error; this says which
    """Something answers at the URL, but not in this transport."""
