import { expect, it } from "vitest";

import fc from "#tests/support/fast-check.ts";
import { chosenOf, type RecordedStatement } from "#tests/support/shops/recorded-statements.ts";

const FILE = "app/models/order/order.server.ts";

/** Of one shape, for so many ids. */
function find(ids: ReadonlyArray<number>, limit: number, file = FILE): RecordedStatement {
  const list = ids.map((_, at) => `$${at + 1}`).join(", ");
  const text = (places: string, max: string) => `select * from orders where id in (${places}) limit ${max}`;
  return {
    sqlite: text(ids.map(() => "?").join(", "), "?"),
    postgres: text(list, `$${ids.length + 1}`),
    values: [...ids, limit],
    file,
  };
}

const STATEMENTS = [
  find([7, 8], 900),
  find([9, 9, 9], 10),
  find([4, 5, 6], 20),
  find([1, 2, 3], 20),
  find([1, 2], 5, "app/models/order/export.server.ts"),
];

it("chooses the longest list, then the largest limit, then by the text, in whatever order they were recorded", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(STATEMENTS, { minLength: STATEMENTS.length }), (shuffled) => {
      expect(chosenOf(shuffled)).toEqual([STATEMENTS[4], STATEMENTS[3]]);
    }),
  );
});
