// draw-values.js: single values, rows of them one below or beside the other, events along time, grouped by day; pictures, sound and film in the page,
// links that the host opens, resources that it reads.

import { rowActions } from "./actions.js";
import { badge, button, externalLink, foldButton, h, handOver, hostCan, inParts, say, signOf, TEXT_STEP, uid } from "./dom.js";
import { draw } from "./draw.js";
import {
  cut, dayText, formatDate, formatted, formatValue, isDateText, isList, isNumber, isText, isUrl, joined, nearDay, plainNumber, plural, present, readDate, reflowed, textOf, written,
} from "./format.js";
import { resourceOutline } from "./media.js";
import { belowNode, doneBox, fieldNode, findField, inSteps, keyValue, sparkline, tagRow, valueNode } from "./value.js";
import { draws } from "./outline.js";

draws.value = ({ value }, context) => h("p", valueNode(value, {}, context));
draws.tags = ({ values }) => tagRow(values);
draws["key-value"] = ({ lead = [], figures, fields, more }, context) => {
  // States stand on a line of their own where there is no room beside a name and a figure.
  const { state = [], rest = [] } = Object.groupBy(lead, ({ as }) => (lead[3] && as === "state" ? "state" : "rest"));
  const parts = [rest, state].map((each) => each[0] && h("div.row lead", each.map((field) => LEADS[field.as](field, context))));
  const facts = fields[0] && keyValue(fields, context);
  const cards = figures && draws["stat-cards"]({ stats: figures }, context);
  return lead[0] || more || cards ? h("div.stack facts", parts, cards, facts, more && belowNode({ fields: more }, context)) : facts;
};

const aside = (label) => h("span.small dim", label + " ");

/** How the fields that stand first are drawn. */
const LEADS = {
  name: ({ label, value }) => h("span", / name$/.test(label) && !/^(display|full|real|common|short|long)/i.test(label) && aside(label.slice(0, -5)), say("b", value)),
  state: ({ label, value, tone }) => h("span", isText(value) && !/^(status|state)$/i.test(label) && aside(label), badge(isText(value) ? value : label + (value ? "" : ": no"), tone)),
  figure: (field, context) => h("span.push", aside(field.label), h("b", fieldNode(field, context))),
};
draws.badges = ({ badges }) => h("div.row", badges.map(({ text, tone }) => [tone ? badge(written(text), tone) : say("span.badge tag", text), " "]));

draws.list = ({ items, values }, context) =>
  inSteps(h("ul.rows"), items ?? values, 50, items ? (item) => itemNode(item, context) : (value) => h("li", valueNode(value, {}, context)));

function itemNode({ title, href, done, tone, ...below }, context) {
  const box = done !== undefined && doneBox(done);
  const node = isUrl(href) ? externalLink(href, written(title), context) : valueNode(title, {}, context);
  return h("li", { "data-tone": tone }, h(box ? "div.check" : "div", box, signOf(tone), box ? h("span", node) : node), belowNode(below, context));
}

draws.cards = ({ strip, cards }, context) =>
  inSteps(h("ul.cards " + (strip ? "strip" : "wide")), cards, 24, (card, index) => cardNode(card, index, context));

function cardNode({ title, subtitle, image, tone, fields, row }, index, context) {
  const [actions, place] = rowActions(row, { ...context.scope, index }, context);
  return h(
    "li.card",
    { "data-tone": tone },
    image && draw(image, context),
    say("h" + context.headingLevel, signOf(tone), title),
    subtitle && say("p.dim", subtitle),
    fields.map((field) => h("p.small", h("span.dim", field.label, " "), fieldNode(field, context))),
    place && [h("div.row", actions), place],
  );
}

/** Letters of figures of which more stand in a line. */
const BRIEF = 6;

draws["stat-cards"] = ({ stats }, context) => h(stats.every(({ value }) => String(value).length < BRIEF) ? "ul.stats brief" : "ul.stats", stats.map((stat) => statNode(stat, "h" + context.headingLevel)));

/** A figure on a card: {label, value, format, change, good, trend}. */
function statNode({ label, value: given, format, tone, ...more }, tag) {
  const value = written(given);
  const found = isNumber(value) ? "compact" : isDateText(value) && "datetime";
  return h(
    "li.card stat",
    say(tag + ".small dim", label),
    say("b" + (isNumber(value) ? ".one" : ""), { title: textOf(value), "data-tone": tone }, signOf(tone), formatValue(value, format ?? found)),
    changeNode(more),
  );
}

draws["progress-bar"] = ({ label, value, max, told }) => {
  const id = uid();
  return h(
    "div.near",
    h("div.row", h("span", { id }, label), h("span.push small dim", told)),
    h("progress", { max, value: Math.max(0, Math.min(value, max)), "aria-labelledby": id }),
  );
};

/** What stands below a figure: its change, coloured only where the spec says which way is good, and its trend. */
function changeNode({ change, good, trend }) {
  const number = isNumber(change);
  const amount = number ? change : Number.parseFloat(String(change).replace("−", "-"));
  const look = !good || !amount ? "" : amount > 0 === (good === "up") ? ".better" : ".worse";
  const told = number ? (change > 0 ? "+" : "") + plainNumber(change) : textOf(written(change));
  return [present(change) && h("p.small dim", h("span" + look, told)), isList(trend) && sparkline(trend.filter(isNumber))];
}

draws.timeline = ({ events: given, seconds }, context) => {
  const events = given.map(({ title, ...event }) => ({ ...event, phrased: written(title), ...readDate(event.when) }));
  // Of what has an end one looks for the time first.
  const inner = { ...context, seconds, spans: events.some(({ until }) => until) };
  const body = h("div.stack");
  const draw = (query) => {
    const found = events.filter((event) => wordsIn(event).includes(query));
    body.replaceChildren(found[0] ? eventDays(found, inner) : h("p.dim", "Nothing matches"));
  };
  draw("");
  const find = events[7] && findField(`Search ${plural(events.length, "entry", "entries")}`, draw);
  return h("div.stack", h("div.bar", find), body);
};

const wordsIn = ({ phrased, about, body }) => [phrased, written(about), body].map(textOf).join("\n").toLowerCase();

const dayOf = (event) =>
  isNaN(event.date)
    ? "No date"
    : (nearDay(event) ?? formatDate(event.when, "date", { year: false, weekday: "short" }).replace(",", ""));

function eventNode(event, level, context) {
  const { when, until, phrased, about: meta, date, day, tone } = event;
  const [, head, rest] = /(.*)\s*([^]*)/.exec(phrased);
  const top = say("h" + Math.min(6, level + 1) + ".label", signOf(tone), head || "–");
  const clock = !day && !isNaN(date);
  const ends = until && until !== when && (clock && dayText(when) === dayText(until) ? formatDate(until, "time") : day && "until " + formatDate(until, "date", { year: false }));
  const told = [clock && formatDate(when, "time", { seconds: context.seconds && !ends }), ends].filter(Boolean).join(clock ? "–" : "");
  return h(
    context.spans ? "li.span" : "li",
    { "data-tone": tone },
    h("div", top, rest && say("p.small lines", reflowed(rest)), belowNode({ ...event, meta }, context)),
    told && h("time.small dim", { datetime: date.toISOString(), title: when }, told),
  );
}

/** Sections by day, 20 entries at a time. */
function eventDays(events, context) {
  const { headingLevel } = context;
  let last, list;
  const place = (event) => {
    const now = dayOf(event);
    const opens = now !== last;
    if (opens) list = h("ol.time");
    last = now;
    list.append(eventNode(event, headingLevel, context));
    return opens ? h("section.near", say("h" + headingLevel + ".small dim", now), list) : "";
  };
  return inSteps(h("div.stack"), events, 20, place);
}

/** Name, type and size of a medium. */
const toldOf = ({ name, mimeType, bytes }) => joined([name, mimeType, bytes && formatted(bytes, "bytes")].filter(Boolean), " · ");

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
  return say("p.dim", what + " ", /^https?:/i.test(outer) ? externalLink(outer, name || outer, context) : toldOf(medium));
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
  const frame = h("button.zoom", { "aria-pressed": "false", onclick }, picture);
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
  const nodeOf = (resource) => draw(resourceOutline(resource, context), context);
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
