import type { CartLine } from "#app/models/cart/cart.ts";
import { listWithoutContacts } from "#app/models/catalogue/product-safety.server.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import { countryName } from "#app/models/store/country.ts";
import { safetyAreaOf } from "#app/models/store/product-safety-area.ts";
import { findStore } from "#app/models/store/store.server.ts";

type Destination = Readonly<{ method: string | null; country_code: string; postal_code: string }>;

/** The law asks for safety contacts at some destinations; what is collected is sold where the shop is. */
export async function findSafetyRefusal(
  lines: ReadonlyArray<Pick<CartLine, "productId">>,
  destination: Destination,
): Promise<Refusal<"product-safety"> | null> {
  const area = safetyAreaOf(destination);
  if (area === null || isCollection(destination.method)) return null;
  const { law } = await findStore();
  if (!law.hasProductSafety) return null;
  const unsafe = await listWithoutContacts([...new Set(lines.map(({ productId }) => productId))]);
  if (unsafe.length === 0) return null;
  return refused("product-safety", {
    names: unsafe.map(({ name }) => name).join(", "),
    place: destination.country_code === "GB" ? "Northern Ireland" : countryName(area),
  });
}
