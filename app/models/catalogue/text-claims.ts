import { chargeClaimIn } from "./charge-claims.ts";
import { environmentalClaimWarning } from "./environmental-claims.ts";

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
