import fc from "#tests/support/fast-check.ts";
import { expect, test } from "vitest";

import {
  countBoth,
  counterIn,
  membersOf,
  setOf,
  both,
} from "#app/models/listing/listing-index/product-id-set.ts";

const UNIVERSE = 2_000;

/** Sets of every size: few enough for a list, and so many that they are bits. */
const members = fc
  .oneof(
    fc.uniqueArray(fc.nat(UNIVERSE - 1), { maxLength: 3 }),
    fc.uniqueArray(fc.nat(UNIVERSE - 1), { maxLength: 31 }),
    fc.uniqueArray(fc.nat(UNIVERSE - 1), { minLength: 32, maxLength: 400 }),
  )
  .map((list) => Int32Array.from(list).sort());

test("sets intersect like lists of numbers, in one set and in several in a row", () => {
  fc.assert(
    fc.property(members, fc.array(members, { maxLength: 6 }), (one, others) => {
      const set = setOf(one, UNIVERSE);
      const countIn = counterIn(set, UNIVERSE);
      for (const list of others) {
        const other = setOf(list, UNIVERSE);
        const common = [...list].filter((member) => one.includes(member));
        expect([...membersOf(both(set, other, UNIVERSE))]).toEqual(common);
        expect(both(set, other, UNIVERSE).size).toBe(common.length);
        for (const count of [countBoth(set, other), countBoth(other, set), countIn(other)])
          expect(count).toBe(common.length);
      }
      expect(membersOf(set)).toEqual(one);
    }),
  );
});
