import { db } from "#app/db/db.server.ts";
import type { Address } from "#app/models/customer/address.ts";
import { isOrderId, type OrderId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

type OrderClue = Readonly<{ number: string; email: string; postcode: string }>;

/** One refusal whichever of the three is wrong, so that nobody learns which. */
export async function findOrderByReference(clue: OrderClue): Promise<Result<OrderId, "order-lookup-failed">> {
  const number = Number(clue.number.replace(/\D/g, "").slice(0, 9));
  const row = await db()
    .selectFrom("orders")
    .select(["id", "email", "delivery_address", "billing_address"])
    .where("number", "=", number)
    .executeTakeFirst();
  if (!row || !isOrderId(row.id) || plain(row.email) !== plain(clue.email))
    return refused("order-lookup-failed");
  const postcodes = [row.delivery_address, row.billing_address].map(
    (text) => (JSON.parse(text) as Address).postal_code,
  );
  return postcodes.some((postcode) => bare(postcode) === bare(clue.postcode))
    ? ok(row.id)
    : refused("order-lookup-failed");
}

function plain(email: string): string {
  return email.trim().toLowerCase();
}

function bare(postcode: string): string {
  return postcode.toUpperCase().replace(/[^A-Z0-9]/g, "");
}
