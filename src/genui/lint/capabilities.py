"""What of the browser's a view has no business with, by the name that evaluation finds."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

EVAL, NETWORK, FRAME, NAVIGATION, MODAL, STORAGE, MARKUP = (
    "eval",
    "network-call",
    "parent-access",
    "navigation",
    "modal-dialog",
    "storage",
    "dom-xss",
)

ROWS: Mapping[str, str] = {
    EVAL: "eval Function execScript WebAssembly import AsyncFunction GeneratorFunction Reflect.construct",
    NETWORK: (
        "fetch fetchLater XMLHttpRequest WebSocket WebSocketStream EventSource WebTransport Worker "
        "SharedWorker importScripts RTCPeerConnection webkitRTCPeerConnection mozRTCPeerConnection "
        "RTCDataChannel BroadcastChannel ActiveXObject navigator.sendBeacon navigator.serviceWorker "
        "navigator.mediaDevices navigator.getUserMedia navigator.geolocation navigator.usb navigator.serial "
        "navigator.bluetooth navigator.hid navigator.credentials navigator.registerProtocolHandler "
        "navigator[?] PresentationRequest PushManager ServiceWorkerContainer navigator.clipboard.read "
        "navigator.clipboard.readText navigator.share navigator.contacts navigator.requestMIDIAccess "
        "Notification PaymentRequest SpeechRecognition webkitSpeechRecognition IdleDetector queryLocalFonts "
        "showOpenFilePicker showSaveFilePicker showDirectoryPicker"
    ),
    FRAME: "parent top opener frameElement window[?] document[?]",
    NAVIGATION: (
        "open navigation document.open location.assign location.replace location.reload history.back "
        "history.forward history.go history.pushState history.replaceState document.domain location[?] "
        "history[?]"
    ),
    MODAL: "alert confirm prompt print",
    STORAGE: (
        "localStorage sessionStorage indexedDB caches cookieStore document.cookie openDatabase "
        "navigator.storage"
    ),
    MARKUP: "document.write document.writeln",
}

SAYS: Mapping[str, str] = {
    EVAL: "turns text into code",
    NETWORK: "reaches out of the page",
    FRAME: "reaches for the frames around the view",
    NAVIGATION: "leads the view away from itself",
    MODAL: "shows nothing in a sandbox",
    STORAGE: "throws in a sandbox",
    MARKUP: "takes text for markup",
}

FORBIDDEN: Mapping[str, str] = {name: slug for slug, row in ROWS.items() for name in row.split()}
"""The rule that each thing breaks."""

CODE_FROM_TEXT = frozenset({"setTimeout", "setInterval", "setImmediate"})
NETWORK_MEMBERS = frozenset({"sendBeacon", "serviceWorker", "addModule"})
"""Members that reach out whatever they are members of."""

HARMLESS_WITH_WINDOW = frozenset(
    {"sdk.PostMessageTransport", "PostMessageTransport", "expect", "Reflect.get", "String", "Boolean"}
    | {"Object.getOwnPropertyDescriptor"}
)
REFLECTING = frozenset({"Reflect.get", "Object.getOwnPropertyDescriptor", "Reflect.getOwnPropertyDescriptor"})
HARMLESS_OF_FUNCTION = frozenset({"prototype", "name", "length"})
TESTS = frozenset({"===", "!==", "==", "!=", "instanceof", "in"})

OF_ANY = "hasOwnProperty toString valueOf constructor addEventListener removeEventListener dispatchEvent"
OF_NODE = (
    "append prepend replaceChildren children firstElementChild lastElementChild childElementCount childNodes "
    "firstChild lastChild appendChild removeChild insertBefore replaceChild cloneNode contains nodeType "
    "nodeName "
    "parentNode isConnected textContent compareDocumentPosition getRootNode"
)
KNOWN = {
    "document": f"{OF_ANY} {OF_NODE} "
    "body head documentElement createElement createElementNS createTextNode createDocumentFragment "
    "createRange createTreeWalker createNodeIterator createComment createEvent createAttribute "
    "getElementById getElementsByClassName getElementsByTagName getElementsByName querySelector "
    "querySelectorAll readyState title activeElement hidden visibilityState forms images styleSheets "
    "scripts adoptedStyleSheets fonts fullscreenElement fullscreenEnabled exitFullscreen hasFocus "
    "elementFromPoint elementsFromPoint caretRangeFromPoint caretPositionFromPoint getSelection "
    "execCommand dir characterSet charset compatMode contentType defaultView location URL baseURI "
    "documentURI referrer domain cookie write writeln open close importNode adoptNode currentScript "
    "scrollingElement timeline getAnimations startViewTransition implementation doctype designMode "
    "links anchors lastModified evaluate pointerLockElement exitPointerLock",
    "navigator": f"{OF_ANY} language languages userAgent userAgentData platform vendor onLine maxTouchPoints "
    "hardwareConcurrency deviceMemory clipboard vibrate cookieEnabled doNotTrack webdriver userActivation "
    "connection pdfViewerEnabled appVersion appName product permissions gpu",
    "function": f"{OF_ANY} name length call apply bind prototype",
    "window": f"{OF_ANY} window self globalThis frames document openai",
}
KNOWN_MEMBERS = {kind: frozenset(names.split()) for kind, names in KNOWN.items()}
"""What pages use of the document, the navigator, a function; of the window, next to all globals."""


@cache
def platform_names() -> frozenset[str]:
    """Return the names that a browser gives."""
    return frozenset((files("genui.scripts") / "globals.txt").read_text(encoding="utf-8").split())
