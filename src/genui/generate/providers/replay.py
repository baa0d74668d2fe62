"""Recorded answers: found by the key of the request, with no network and no key."""

from genui.generate.providers.problems import ProviderError
from genui.generate.providers.request import Answer, ModelChoice, Report, Request


async def answer(request: Request, choice: ModelChoice, report: Report) -> Answer:
    """Return the recorded answer, as from the provider and the model that gave it.

    Raises:
        ProviderError: None is recorded.
    """
    reply = choice.replies.get(request.key)
    if reply is None:
        raise ProviderError("missing-reply", f"no answer is recorded for {request.prompt} {request.key}")
    report(len(reply.answer))
    return Answer(reply.answer, reply.provider, reply.model)
