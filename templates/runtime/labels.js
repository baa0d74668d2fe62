// labels.js: names made for programs, told to people. src/genui/labels.py says the same; tests/cases/labels.json holds both to it.

/** Longer ones before those that they begin with and end in "s". */
const ACRONYM = /^(id|url|uri|sku|csv|api|json|xml|html|css|pdf|sql|https?|ip|ss[dhl]|tls|dns|vpn|ui|ux|os|cpu|gpu|ram|io|iso|utc|gmt|pr|ci|cd|qa|kpi|roi|vat|iban|bic|ean|isbn|[gu]uid|sha|md5|mcp|llm|ai|npm|sdk|cli|db|dsn|jql|wiql|cql|yaml|toml|rss|ttl|eta|faq|gps|svg|png|jpe?g|gif|tsv|aws|gcp|usd|eur|gbp|vin|bpm|doi|rpm)(s?)$/;

/** "unit_price" → "Unit price", "userId" → "User ID". */
export function labelOf(name) {
  const words = String(name)
    .replace(/(?<![A-Za-z])pH(?![A-Za-z])/g, "ph")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, "$1 $2")
    .split(/(?:[\s_\-.:]|(?<!<)\/)+/u)
    .filter(Boolean)
    .map((word) => word.toLowerCase().replace(ACRONYM, (_, acronym, many) => acronym.toUpperCase() + many).replace(/^ph$/, "pH"));
  return words.join(" ").replace(/^(?!pH\b)./, (first) => first.toUpperCase()) || String(name);
}

/** "Unit price" → "unit price", "SKU" as it is. */
export const lowered = (label) =>
  /^\p{Lu}\p{Ll}(?!.* \p{Lu}\p{Ll})/u.test(label) && label[0] ? label[0].toLowerCase() + label.slice(1) : label;
