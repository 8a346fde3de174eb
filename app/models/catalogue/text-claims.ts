import { grouped } from "#app/models/shared/grouped.ts";

import { chargeClaimIn } from "./charge-claims.ts";
import { environmentalClaimWarning } from "./environmental-claims.ts";

/** Of a field that holds no text: what names, addresses or shows something. */
const NO_TEXT =
  /^(?:id|key|slug|path|href|url|src|file|image|category|products|relatedProducts|value)$|(?:Slug|Path|Href|Url|_image)$/;
const ADDRESS = /^(?:\/|#|https?:|mailto:|tel:)\S*$/;

export type NamedText = Readonly<{
  /** "returns.exceptions". */
  field: string;
  /** Of a list: each on a line of its own. */
  text: string;
}>;

/** The texts of an object, one of each field, without slugs, names of files and addresses. */
export function namedTexts(value: object): ReadonlyArray<NamedText> {
  const byField = grouped(textsIn(value, ""), ({ field }) => field);
  return [...byField].map(([field, texts]) => ({ field, text: texts.map(({ text }) => text).join("\n") }));
}

function textsIn(value: unknown, field: string): ReadonlyArray<NamedText> {
  if (typeof value === "string") return ADDRESS.test(value) ? [] : [{ field, text: value }];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, field));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => !NO_TEXT.test(key))
    .flatMap(([key, item]) => textsIn(item, field === "" ? key : `${field}.${key}`));
}

/**
 * What is said of claims in texts, whatever they are about, when somebody saves them; null: there are none. An address in
 * the shop, such as an old one, is no text.
 */
export function textClaimWarning(written: ReadonlyArray<string>): string | null {
  const texts = written.filter((text) => !text.startsWith("/"));
  const sentence = chargeClaimIn(texts.join("\n"));
  const warnings = [
    sentence &&
      `The shop itself says when a card is charged: when the order is placed. Leave this out, or say the same: “${sentence}”`,
    environmentalClaimWarning(texts),
  ].filter(Boolean);
  return warnings.length === 0 ? null : warnings.join(" ");
}
