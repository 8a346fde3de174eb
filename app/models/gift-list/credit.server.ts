/** Credit is a discount code for the family that sent a gift back. */
import { db } from "#app/db/db.server.ts";
import { createCredit } from "#app/models/coupon/admin-coupons.server.ts";
import type { Currency } from "#app/models/shared/currency.ts";
import { formatMoney, money, type Money } from "#app/models/shared/money.ts";
import { randomness } from "#app/models/shared/randomness.server.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { CODE_CHARACTERS } from "./code.ts";
import { queueGiftListEmail } from "./email-queue.server.ts";

const CREDIT_MONTHS = 12;
const GROUPS = 3;
const GROUP_LENGTH = 4;

type Credited = Readonly<{ returnNumber: string; amount: Money; now: Date }>;

/** Listens to "return-credited". Throws where no list is known to be owed the credit: nothing is accepted then. */
export async function creditFamily({ returnNumber, amount, now }: Credited): Promise<void> {
  const known = await db()
    .selectFrom("gift_list_returns")
    .select("coupon_code")
    .where("return_number", "=", returnNumber)
    .executeTakeFirst();
  if (amount.minor === 0 || known?.coupon_code) return;
  if (!known) throw new Error(`No gift list is owed the credit of return ${returnNumber}`);
  const code = await makeCredit(amount, now);
  await db()
    .updateTable("gift_list_returns")
    .set({ coupon_code: code })
    .where("return_number", "=", returnNumber)
    .execute();
  await queueGiftListEmail({ about: "credit", id: returnNumber, key: returnNumber });
}

/** Call it in the transaction that gives the code. */
export async function makeCredit(amount: Money, now: Date): Promise<string> {
  const code = newCreditCode();
  const ends = new Date(now);
  ends.setUTCMonth(ends.getUTCMonth() + CREDIT_MONTHS);
  // Without its worth, because orders use it up in parts.
  const words = { name: "Credit for a gift", message: "Credit for a gift." };
  const isCreated = await createCredit({ code, amount, ...words, endsAt: ends.toISOString() }, now);
  if (!isCreated) throw new Error("The code of a new credit is taken");
  return code;
}

/** "GIFT-7K4P-9QWX-M2RT": 31 to the power of 12, so that none can be guessed. */
function newCreditCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () =>
      CODE_CHARACTERS.charAt(randomness().integer(0, CODE_CHARACTERS.length)),
    ).join("");
  return ["GIFT", ...Array.from({ length: GROUPS }, group)].join("-");
}

export async function findCredit(code: string) {
  const row = await db()
    .selectFrom("coupons")
    .select(["amount", "rules", "ends_at"])
    .where("code", "=", code)
    .executeTakeFirst();
  const { only_in: currency } = JSON.parse(row?.rules ?? "{}") as { only_in?: Currency | null };
  if (!row || !currency) return null;
  const worth = formatMoney(money(row.amount, currency), (await findStore()).locale);
  return { name: `${worth} credit for a gift`, endsAt: row.ends_at };
}
