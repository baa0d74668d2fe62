// labels.js: names made for programs, told to people. src/genui/labels.py says the same; tests/cases/labels.json holds both to it.

/**
 * Abbreviations, in the plural too: those that look like words, what has no vowels, and a letter or two before figures, "pm10"; but
 * for units and what is read as a word. Longer ones stand before those that they begin with and end in "s".
 */
const ABBREVIATION = /^(?!(?:qty|sqft|pts?|vs|hrs?|pct|msgs?|cnt|ms|[kmg]bps|k?wh?|kgs?|[ckm]m|ml|ft|lbs?)$)(id|url|uri|sku|api|json|https|cpu|gpu|ip|ui|ux|os|ram|io|iso|utc|ci|qa|kpi|roi|vat|iban|bic|ean|isbn|isin|uuid|guid|sha|ai|cli|wiql|yaml|toml|eta|faq|jpeg|gif|aws|usd|eur|vin|doi|aqi|hoa|dob|ev|ga|ec|rssi|sla|gpa|abc|pr|db|vm|[b-df-hj-np-tv-xz]{3,4}?|[b-df-hj-np-tv-xz]{2}|[a-z]{1,2}\d+)(s?)$/;

/** What programmers cut short, and people do not. */
const WHOLE = { __proto__: null, amt: "amount", avail: "available", cat: "category", ccy: "currency", chg: "change", cnt: "count", dept: "department", emp: "employee", desc: "description", descr: "description", dt: "date", env: "environment", lang: "language", lvl: "level", mem: "memory", msg: "message", prev: "previous", ts: "time", yr: "year" };

/** "unit_price" → "Unit price", "userId" → "User ID". */
export function labelOf(name) {
  const words = String(name)
    .replace(/(?<![A-Za-z])pH(?![A-Za-z])/g, "ph")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, "$1 $2")
    .split(/(?:[\s_\-.:]|(?<!<)\/)+/u)
    .filter(Boolean)
    .map((word) => WHOLE[word.toLowerCase()] ?? word.toLowerCase().replace(ABBREVIATION, (_, short, many) => short.toUpperCase() + many).replace(/^ph$/i, "pH"));
  return words.join(" ").replace(/(?<= |^)([A-Z]+\d) (?=\d( |$))/, "$1.").replace(/^(?!pH\b)./, (first) => first.toUpperCase()) || String(name);
}

/** "Unit price" → "unit price", "SKU" as it is. */
export const lowered = (label) =>
  /^\p{Lu}\p{Ll}(?!.* \p{Lu}\p{Ll})/u.test(label) && label[0] ? label[0].toLowerCase() + label.slice(1) : label;
