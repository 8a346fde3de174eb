import { chargeClaim } from "#app/models/catalogue/charge-claims.ts";
import { shownProductTexts } from "#app/models/catalogue/charge-claims.server.ts";

/** The first sentence about when a card is charged, of each product that somebody can see. */
export async function findChargeClaims() {
  const found = [];
  for await (const { sku, name, texts } of shownProductTexts()) {
    const claim = chargeClaim(texts);
    if (claim) found.push({ sku, name, ...claim });
  }
  return found;
}
