"""What of the browser's a view has no business with, by the name that evaluation finds."""

from collections.abc import Mapping

EVAL, NETWORK, FRAME, NAVIGATION, MODAL, STORAGE = (
    "eval",
    "network-call",
    "parent-access",
    "navigation",
    "modal-dialog",
    "storage",
)

ROWS: Mapping[str, str] = {
    EVAL: "eval Function execScript WebAssembly import AsyncFunction GeneratorFunction",
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
}

SAYS: Mapping[str, str] = {
    EVAL: "turns text into code",
    NETWORK: "reaches out of the page",
    FRAME: "reaches for the frames around the view",
    NAVIGATION: "leads the view away from itself",
    MODAL: "shows nothing in a sandbox",
    STORAGE: "throws in a sandbox",
}

FORBIDDEN: Mapping[str, str] = {name: slug for slug, row in ROWS.items() for name in row.split()}
"""The rule that each thing breaks."""

TELLING = frozenset(name.rpartition(".")[2] for name in FORBIDDEN) | {"constructor", "source", "view"}
"""Names of members that may be something forbidden; others need no evaluation."""

CODE_FROM_TEXT = frozenset({"setTimeout", "setInterval", "setImmediate"})
CONSTRUCTORS = frozenset({"constructor", "Function"})
NETWORK_MEMBERS = frozenset({"sendBeacon", "serviceWorker", "addModule"})
"""Members that reach out whatever they are members of."""

HARMLESS_WITH_WINDOW = frozenset(
    {"sdk.PostMessageTransport", "PostMessageTransport", "console.log", "expect"}
)
REFLECTED = frozenset({"get", "getOwnPropertyDescriptor"})
REFLECTING = frozenset({"Reflect.get", "Object.getOwnPropertyDescriptor", "Reflect.getOwnPropertyDescriptor"})
HARMLESS_OF_FUNCTION = frozenset({"prototype", "name", "length"})
TESTS = frozenset({"===", "!==", "==", "!=", "instanceof", "in"})
