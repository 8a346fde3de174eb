import { db } from "#app/db/db.server.ts";
import type { Address } from "#app/models/customer/address.ts";
import { emailKey } from "#app/models/email/address.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { postcodeName } from "#app/models/shared/postcode.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { pastedCode } from "#app/models/shared/text.ts";
import { findStore } from "#app/models/store/store.server.ts";

type OrderClue = Readonly<{ number: string; email: string; postcode: string }>;

/**
 * One refusal whichever of the three is wrong, so that nobody learns which; the town counts where an address has no
 * postcode.
 */
export async function findOrderByReference(clue: OrderClue): Promise<Result<OrderId, "order-lookup-failed">> {
  const { country } = await findStore();
  const number = Number(pastedCode(clue.number).replace(/\D/g, "").slice(0, 9));
  const row = await db()
    .selectFrom("orders")
    .select(["id", "email", "delivery_address", "billing_address"])
    .where("number", "=", number)
    .executeTakeFirst();
  if (!row || !isOrderId(row.id) || emailKey(row.email) !== emailKey(clue.email))
    return refused("order-lookup-failed", postcodeWord(country));
  const places = [row.delivery_address, row.billing_address].flatMap((text) =>
    placeNames(JSON.parse(text) as Address),
  );
  const typed = bare(clue.postcode);
  return typed !== "" && places.some((place) => bare(place) === typed)
    ? ok(row.id)
    : refused("order-lookup-failed", postcodeWord(country));
}

function placeNames({ postal_code: postcode, city }: Address): ReadonlyArray<string> {
  return postcode === "" ? [city, city.split(",")[0] ?? ""] : [postcode];
}

function postcodeWord(country: string) {
  return { postcode: postcodeName(country).inSentence };
}

function bare(place: string): string {
  return pastedCode(place).replace(/[^\p{L}\p{N}]/gu, "");
}
