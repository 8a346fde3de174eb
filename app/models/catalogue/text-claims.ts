import { chargeClaimIn } from "./charge-claims.ts";
import { environmentalClaimWarning } from "./environmental-claims.ts";

/** Of a field that holds no text: what names, addresses or shows something. */
const NO_TEXT =
  /^(?:id|key|slug|path|href|url|src|file|image|category|products|relatedProducts|value)$|(?:Slug|Path|Href|Url|_image)$/;
const ADDRESS = /^(?:\/|#|https?:|mailto:|tel:)\S*$/;

export type NamedText = Readonly<{
  /** "returns.exceptions", without the places in lists; empty for a text by itself. */
  field: string;
  text: string;
}>;

/** The texts in a value of any shape, without slugs, names of files and addresses. */
export function namedTexts(value: unknown, field = ""): ReadonlyArray<NamedText> {
  if (typeof value === "string") return ADDRESS.test(value) ? [] : [{ field, text: value }];
  if (Array.isArray(value)) return value.flatMap((item) => namedTexts(item, field));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => !NO_TEXT.test(key))
    .flatMap(([key, item]) => namedTexts(item, field === "" ? key : `${field}.${key}`));
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
