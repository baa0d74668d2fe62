"""One question to the model, and what is kept of its answer."""

import logging
from dataclasses import replace

from genui.generate.author import Author
from genui.generate.providers import Answer, Budget, ProviderError, Report, Request, ask, request_text

log = logging.getLogger(__name__)


def asked(request: Request, author: Author, budget: Budget, report: Report) -> Answer:
    """Ask the model, once more with twice the room where the answer was cut, and record what it said."""
    log.debug("%s: %s %s is asked\n%s", request.tool, request.prompt, request.key, request_text(request))
    try:
        answer = ask(author.choice, request, budget=budget, report=report)
    except ProviderError as error:
        if error.problem != "truncated" or author.replays:
            raise
        wider = replace(request, output_tokens=2 * request.output_tokens)
        answer = ask(author.choice, wider, budget=budget, report=report)
    log.debug("%s: %s %s is answered\n%s", request.tool, request.prompt, request.key, answer.text)
    author.record(request, answer)
    return answer
