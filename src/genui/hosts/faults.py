"""The faults of hosts by name: what each does; templates/preview/faults.js does it."""

from collections.abc import Mapping

FAULTS: Mapping[str, str] = {
    "result-without-structured": "The notification of a result has lost structuredContent and _meta.",
    "text-differs": "The text of a result is a short summary of its structuredContent.",
    "empty-replay": "After a reload the result comes as {}, in text and in structuredContent.",
    "hidden-until-initialized": "The frame is not shown until the view says that it is initialized.",
    "height-from-dom": "The height is taken from the document, not from what the view tells.",
    "small-start-height": "The frame starts 150 px high, and grows only as the view tells.",
    "reinitialize-storm": "Context and input come again at every unrelated later message.",
    "remount-on-reentry": "The view is mounted anew, with the same input and result.",
    "mode-move-reload": "A change of the display mode mounts the view anew, with the same input and result.",
    "model-context-lost": "What a view tells the model is acknowledged and never delivered.",
    "pip-answers-inline": "A wish for picture in picture is answered with inline.",
    "mobile-fullscreen": "A phone: full screen, with insets of 113 px above and 142 px below.",
    "no-variables": "No style variables are sent.",
    "capabilities-understated": "Only openLinks is declared, though calls work.",
    "raw-height": "A told height is taken as it is, whatever it is.",
    "height-feedback": "The frame is made 2 px higher than told, and then measured.",
    "no-cancel-no-teardown": "Neither tool-cancelled nor a request for teardown is sent.",
    "input-before-initialized": "Input and result come before the view says that it is initialized.",
    "no-input": "A result comes without any input before it.",
    "late-input": "The input comes after the result.",
    "narrow": "The frame is 320 px wide.",
}
