// cards.js: rows as cards; a strip is a series of peers, hairline rows where it is narrow.

import { briefly, listOf } from "./brief.js";
import { fieldsOf, toldColumnsOf } from "./columns.js";
import { components, ITEM } from "./components.js";
import { evaluate, present } from "./expressions.js";
import { mapped } from "./later.js";
import { words } from "./words.js";

components.cards = (props, scope, context) => {
  const rows = listOf(evaluate(props.rows, scope));
  if (!rows) return null;
  const columns = toldColumnsOf(rows, props.fields ?? []);
  const cardOf = (row, index) => {
    const at = { ...scope, item: row, index };
    const image = props.image && evaluate(props.image, at);
    return {
      title: briefly(evaluate(props.title, at)),
      subtitle: briefly(words(evaluate(props.subtitle, at))),
      image: image && components.image({ src: ITEM, alt: "" }, { ...at, item: image }, context),
      fields: fieldsOf(row, columns).filter(({ value }) => present(value)),
      row,
    };
  };
  return { type: "cards", strip: Boolean(evaluate(props.strip, scope)), cards: mapped(rows, cardOf) };
};
