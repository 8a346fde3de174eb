/** Two givers press Reserve for the last unit of a gift at the same moment, in two processes on one PostgreSQL database. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { formatListCode } from "#app/models/gift-list/code.ts";
import { parcelVariant } from "#tests/support/people/checkout.ts";
import { giftOn, openGiftList } from "#tests/support/people/gift-lists.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import type { RunningShop } from "#tests/support/shops/server.ts";
import { NO_POSTGRES, startTwoShops, type TwoShops } from "#tests/support/shops/two-shops.ts";

/** GIFT_RACE_ROUNDS=200 tries more. */
const ROUNDS = Number(process.env["GIFT_RACE_ROUNDS"] ?? 10);

let two: TwoShops | null = null;
let givePath: string;

beforeAll(async () => {
  two = await startTwoShops();
  if (!two) return;
  const list = await openGiftList();
  const gift = await giftOn(list, await parcelVariant(5));
  givePath = `/list/${formatListCode(list.code ?? "")}/give/${gift}`;
});

beforeEach((context) => {
  if (!two) context.skip(NO_POSTGRES);
});

afterAll(() => two?.close());

async function visitorOf(shop: RunningShop): Promise<Shopper> {
  const visitor = new Shopper(shop.origin);
  expect((await visitor.get(givePath)).status).toBe(200);
  return visitor;
}

/** Which process had the gift in each round, and that the other giver was refused. */
async function race(round: number, visitors: ReadonlyArray<Shopper>): Promise<number> {
  const answers = await Promise.all(
    visitors.map((visitor, index) =>
      visitor.post(givePath, {
        ...{ way: "reservation", units: "1", intent: "give", message: "" },
        ...{ giver_name: `Giver ${index}`, email: `giver.${round}.${index}@example.org` },
      }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted(), `round ${round}`).toEqual([303, 409]);
  const winner = statuses.indexOf(303);
  expect(answers[winner]?.location, `round ${round}`).toMatch(/^\/list\/gift\?claim=claim_/);
  expect(answers[1 - winner]?.body, `round ${round}`).toContain("Someone has just taken the");
  const rows = await db().selectFrom("gift_list_claims").select(["email", "state"]).execute();
  expect(rows, `round ${round}`).toEqual([{ email: `giver.${round}.${winner}@example.org`, state: "held" }]);
  return winner;
}

test("of two givers of the last unit in two processes exactly one holds it, and the other reads that it is taken", async () => {
  const winners: Array<number> = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await db().deleteFrom("gift_list_claims").execute();
    const visitors = await Promise.all(two!.shops.map(visitorOf));
    winners.push(await race(round, visitors));
  }
  expect(winners).toHaveLength(ROUNDS);
  if (process.env["GIFT_RACE_ROUNDS"])
    console.info(
      `${ROUNDS} rounds, of which the first process won ${winners.filter((one) => one === 0).length}`,
    );
});
