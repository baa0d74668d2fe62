// cards.js: rows as cards; a strip is a series of peers, hairline rows where it is narrow.

import { briefly, scopesOf } from "./brief.js";
import { fieldsOf, toldColumnsOf } from "./columns.js";
import { components, ITEM } from "./components.js";
import { evaluate, present } from "./expressions.js";
import { mapped } from "./later.js";
import { toneIn } from "./tones.js";
import { words } from "./words.js";

components.cards = (props, scope, context) => {
  const rows = scopesOf(evaluate(props.rows, scope), scope);
  if (!rows) return null;
  const columns = toldColumnsOf(rows.map(({ item }) => item), props.fields ?? []);
  const cardOf = (at) => {
    const { item: row } = at;
    const image = props.image && evaluate(props.image, at);
    return {
      title: briefly(evaluate(props.title, at)),
      subtitle: briefly(words(evaluate(props.subtitle, at))),
      image: image && components.image({ src: ITEM, alt: "" }, { ...at, item: image }, context),
      tone: toneIn(props.tone, undefined, at),
      fields: fieldsOf(row, columns, at).filter(({ value }) => present(value)),
      row,
    };
  };
  return { type: "cards", strip: Boolean(evaluate(props.strip, scope)), cards: mapped(rows, cardOf) };
};
