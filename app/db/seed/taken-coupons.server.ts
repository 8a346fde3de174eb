/** Coupons of a catalogue that cannot be taken in because the owner made one like them. */
import { db } from "#app/db/db.server.ts";

import { type Problem, rowText } from "./problem.ts";
import type { Catalogue } from "./read-catalogue.server.ts";

/** A problem for each code and each id that one of the owner's coupons has. */
export async function takenCoupons({ coupons }: Catalogue): Promise<ReadonlyArray<Problem>> {
  const own = await db()
    .selectFrom("coupons")
    .select(["id", "code"])
    .where("made_by", "=", "owner")
    .execute();
  return coupons.flatMap(({ index, row }) =>
    (["id", "code"] as const)
      .filter((field) => own.some((coupon) => coupon[field] === row[field]))
      .map((field) => ({
        file: "coupons.json",
        row: rowText(index, row.code),
        field,
        message: "belongs to a coupon that the shop made itself",
      })),
  );
}
