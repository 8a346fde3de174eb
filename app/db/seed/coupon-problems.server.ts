import { db } from "#app/db/db.server.ts";
import { currencyIn, otherCurrenciesIn } from "#app/models/store/settings.ts";

import type { Catalogue } from "./read-catalogue.server.ts";
import { issueOfRow, type ValidationIssue } from "./validation-issue.ts";

/** Amounts are in the shop's currency of that time; one that is missing in a newly offered currency is a problem. */
export async function couponsInOtherMoney({ settings }: Catalogue): Promise<ReadonlyArray<ValidationIssue>> {
  const before = await db()
    .selectFrom("settings")
    .select("value")
    .where("key", "=", "settings")
    .executeTakeFirst();
  const old = before && currencyIn({ settings: JSON.parse(before.value) as unknown });
  const currency = currencyIn(settings);
  const known = before ? otherCurrenciesIn({ settings: JSON.parse(before.value) as unknown }) : [];
  const offered = otherCurrenciesIn(settings).filter((code) => !known.includes(code));
  if (old === undefined || (old === currency && offered.length === 0)) return [];
  const own = await db()
    .selectFrom("coupons")
    .select(["code", "rules"])
    .where("created_by", "=", "owner")
    .where("disabled_at", "is", null)
    .where((row) => row.or([row("type", "=", "fixed"), row("minimum_spend_minor", "is not", null)]))
    .orderBy("code")
    .execute();
  const issue = (field: string, message: string) => ({ file: "store.json", row: "", field, message });
  return own.flatMap(({ code, rules }) => {
    const isOld = old !== currency;
    const because = `the discount code ${code}`;
    const problem = `cannot become ${currency} while ${because} is in ${old}: disable it first`;
    const { prices = {} } = JSON.parse(rules) as { prices?: Readonly<Record<string, unknown>> };
    const lacking = offered.filter((other) => !(other in prices));
    return [
      ...(isOld ? [issue("settings.currency", problem)] : []),
      ...lacking.map((other) => {
        const message = `cannot offer ${other} while ${because} has no amount in it: disable it first`;
        return issue("settings.currencies", message);
      }),
    ];
  });
}

export async function takenCoupons({ coupons }: Catalogue): Promise<ReadonlyArray<ValidationIssue>> {
  const own = await db()
    .selectFrom("coupons")
    .select(["id", "code"])
    .where("created_by", "=", "owner")
    .execute();
  return coupons.flatMap(({ index, row }) =>
    (["id", "code"] as const)
      .filter((field) => own.some((coupon) => coupon[field] === row[field]))
      .map((field) =>
        issueOfRow("coupons.json", index, row.code)(field, "belongs to a coupon that the shop made itself"),
      ),
  );
}
