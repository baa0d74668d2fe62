"""Shared by the two SDKs: both are httpx2 clients that retry by themselves."""

from typing import Any

import httpx2

from genui.generate.problems import ProviderError
from genui.generate.request import ModelChoice


def settings(choice: ModelChoice, seconds: float) -> dict[str, Any]:
    """Return the address, retries and timeout of a client."""
    return {"base_url": choice.base_url, "max_retries": choice.retries, "timeout": seconds}


def hooks(seconds: float) -> dict[str, Any]:
    """Return hooks of an HTTP client that is not to wait for longer than this.

    The SDKs wait for as long as Retry-After says, and this header of their own is how they are told not to.
    """

    async def answered(response: httpx2.Response) -> None:
        wait = response.headers.get("retry-after", "")
        if wait.isdigit() and int(wait) >= seconds:
            response.headers["x-should-retry"] = "false"

    return {"response": [answered]}


def broken(error: Exception) -> ProviderError:
    """Return the error for a stream that broke once it had begun, or whose text is none of the API's."""
    if isinstance(error, httpx2.TimeoutException):
        return ProviderError("timeout", "the stream stopped", retry=True)
    if isinstance(error, ValueError):
        return ProviderError("server", f"what came is no answer of this API: {error}")
    return ProviderError("network", f"the stream broke: {str(error) or type(error).__name__}", retry=True)
