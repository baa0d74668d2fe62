// draw-media.js: pictures, sound and film in the page, links that the host opens, resources that it reads.

import { draws } from "./components.js";
import { draw } from "./draw.js";
import { button, h, say } from "./dom.js";
import { cut, textOf } from "./format.js";
import { resourceOutline, toldOf } from "./media.js";
import { externalLink, foldButton, handOver, hostCan, inParts, TEXT_STEP } from "./parts.js";
import { inSteps } from "./value.js";

/** Name, type and size in small print, and the data as text one click away. */
function mediumLine(medium) {
  const { url, bytes } = medium;
  const text = bytes ? url.slice(url.indexOf(",") + 1) : url;
  return h(
    "details.fold",
    h("summary.small dim", say("span", toldOf(medium))),
    h("div.near", inParts(h("pre.wrap", { dir: "ltr" }), text, TEXT_STEP)),
  );
}

/** A medium that cannot be shown: what it is and, if it lies elsewhere, a link. */
draws.medium = ({ what, medium }, context) => {
  const { outer, name } = medium;
  const link = /^https?:/i.test(outer) && externalLink(outer, name || outer, context);
  return say("p.dim", what + " ", link || toldOf(medium));
};

/** What shows a medium, which `make` makes of its address, its name and a way to say that it failed. */
const shown = (make) => ({ what, label, medium }, context) => {
  const failed = () => draws.medium({ what: `This ${what.toLowerCase()} cannot be shown:`, medium: { ...medium, name: label } }, context);
  return h("figure", make(medium.url, label, failed), h("figcaption", mediumLine(medium)));
};
const player = (tag) => (src, name) => h(tag, { controls: true, preload: "metadata", "aria-label": name, src });

/** A picture at its own size up to the width; a click shows it in full, in place. */
draws.image = shown((src, alt, failed) => {
  const onclick = () => (frame.ariaPressed = frame.ariaPressed === "false");
  const picture = h("img", { src, alt, onerror: () => frame.replaceWith(failed()) });
  const frame = h("button.zoom", { type: "button", "aria-pressed": "false", onclick }, picture);
  return frame;
});
draws.audio = shown(player("audio"));
draws.video = shown(player("video"));

draws.links = ({ links }, context) => inSteps(h("ul"), links, 50, (each) => h("li", draw(each, context)));

/** A link or a resource: what it is called, what is told of it and what can be done; what it holds goes below. */
const entryNode = (label, about, action, ...below) =>
  h("section.near", h("div.row", label, action), about && say("p.small dim", about), below);

draws.link = ({ label, uri, about, description }, context) => {
  const web = /^https?:\/\//i.test(uri);
  const pane = !web && /^[a-z][a-z\d+.-]+:\S+$/i.test(uri) && hostCan(context, "serverResources") && h("div.near");
  return entryNode(
    web ? externalLink(uri, label, context) : say("b", label),
    about,
    pane && foldButton("sm", "Open", pane, { open: "Close", make: () => readInto(uri, context) }),
    description && say("p", description),
    pane,
  );
};

draws.resource = ({ label, about, part, file, resource }, context) =>
  entryNode(
    say("b", label),
    about,
    file && hostCan(context, "downloadFile") && saveButton(resource, context),
    part && draw(part, context),
    file && mediumLine(file),
  );

/** A place that is filled when the host has read the resource. */
function readInto(uri, context) {
  const place = h("div.near", { role: "status" }, "Reading…");
  const nodeOf = (resource) => {
    const outline = resourceOutline(resource, context);
    return outline ? draw(outline, context) : "";
  };
  context.app.send("resources/read", { uri }).then(
    ({ contents }) => place.replaceChildren(...(contents ?? []).map(nodeOf)),
    (fault) => place.replaceChildren(h("p.err", "It could not be read: " + cut(textOf(fault?.message), 300))),
  );
  return place;
}

/** The host takes the file. */
function saveButton(resource, context) {
  const save = button("sm", "Download", () =>
    handOver(resource, context).catch(() => (save.textContent = "The host did not take it")),
  );
  return save;
}
