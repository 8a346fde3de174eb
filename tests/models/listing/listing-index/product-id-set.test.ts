import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import { countBoth, counterIn, membersOf, setOf } from "#app/models/listing/listing-index/product-id-set.ts";

const UNIVERSE = 2_000;

/** Sets of every size: few enough for a list, and so many that they are bits. */
const members = fc
  .oneof(
    fc.uniqueArray(fc.nat(UNIVERSE - 1), { maxLength: 3 }),
    fc.uniqueArray(fc.nat(UNIVERSE - 1), { maxLength: 31 }),
    fc.uniqueArray(fc.nat(UNIVERSE - 1), { minLength: 32, maxLength: 400 }),
  )
  .map((list) => Int32Array.from(list).sort());

test("the size of an intersection is correct, for one set and for several in a row", () => {
  fc.assert(
    fc.property(members, fc.array(members, { maxLength: 6 }), (one, others) => {
      const set = setOf(one, UNIVERSE);
      const countIn = counterIn(set, UNIVERSE);
      for (const list of others) {
        const other = setOf(list, UNIVERSE);
        const expected = [...list].filter((member) => one.includes(member)).length;
        expect([countBoth(set, other), countBoth(other, set), countIn(other)]).toEqual([
          expected,
          expected,
          expected,
        ]);
      }
      expect(membersOf(set)).toEqual(one);
    }),
  );
});
