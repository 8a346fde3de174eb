/** How long visitors wait while something of the catalogue changes: by command, at the desk, and by a sale. */
import { setTimeout as pause } from "node:timers/promises";

import type { Ground } from "#tests/storm/engine.ts";
import { addToBasket, goToPayment, payAt, textOf } from "#tests/support/people/purchase.ts";
import { hiddenFields, Shopper } from "#tests/support/people/shopper.ts";

import { logInOwner, runCommand } from "./desk-owner.ts";
import { atMost, type FigureRow, spreadText } from "./figure.ts";
import type { ShopStack } from "./stack.ts";
import { spreadOf } from "./statistics.ts";
import { HOT_PAGES } from "./targets-pages.ts";
import { stockUpGround } from "./targets-writes.ts";

const WATCHED = [...Object.values(HOT_PAGES), "/health"];
/** Between two requests of a visitor. */
const EVERY_MS = 60;
/** Visitors are watched for so long from the change on. */
const WATCH_MS = 6_000;
const LONGEST_MAX_MS = 120;

type Change = Readonly<{ name: string; isHeld: boolean; make: () => Promise<unknown> }>;
type Options = Readonly<{ rounds: number; say: (line: string) => void }>;

/** The longest answer of a hot page and of `/health` in the six seconds from each change on. */
export async function measureChanges(
  stack: ShopStack,
  ground: Ground,
  { rounds, say }: Options,
): Promise<ReadonlyArray<FigureRow>> {
  const [variant = 0] = await stockUpGround(ground);
  const { sku, product_id: product } = await ground.db
    .selectFrom("variants")
    .select(["sku", "product_id"])
    .where("id", "=", variant)
    .executeTakeFirstOrThrow();
  await ground.lookAway();
  const command = (...args: ReadonlyArray<string>) => runCommand(ground, stack.shop, args);
  const owner = await logInOwner(ground, stack.shop, "changes@example.com");
  let number = 100;
  const changes: ReadonlyArray<Change> = [
    { name: "a command that only reads", isHeld: false, make: () => command("stock", "history", sku) },
    { name: "`stock set`", isHeld: true, make: () => command("stock", "set", sku, String((number += 1))) },
    {
      name: "`products edit --price`",
      isHeld: true,
      make: () => command("products", "edit", String(product), "--price", String((number += 1))),
    },
    {
      name: "`products edit --name`",
      isHeld: true,
      make: () => command("products", "edit", String(product), "--name", `A stacker ${(number += 1)}`),
    },
    { name: "a count at the desk", isHeld: true, make: () => countAtDesk(owner, { sku, variant }) },
    { name: "a sale", isHeld: true, make: () => buy(stack, variant) },
  ];
  const longest = new Map<string, Array<number>>();
  for (let round = 1; round <= rounds; round += 1) {
    say(`changes under load at ${stack.name}, round ${round} of ${rounds}`);
    for (const { name, make } of changes)
      longest.set(name, [...(longest.get(name) ?? []), await longestAnswer(stack, make)]);
  }
  return changes.map(({ name, isHeld }) => {
    const spread = spreadOf(longest.get(name) ?? []);
    return {
      name: `${name} @ ${stack.name}`,
      cells: [spreadText(spread)],
      bars: isHeld ? [atMost(spread.median, LONGEST_MAX_MS, "ms")] : [],
    };
  });
}

/** In milliseconds. The change begins once every page is hot. */
async function longestAnswer({ shop }: ShopStack, make: () => Promise<unknown>): Promise<number> {
  const visitor = new Shopper(shop.origin);
  for (const path of [...WATCHED, ...WATCHED]) await timeOf(visitor, path);
  let isOver = false;
  const watched = WATCHED.map(async (path) => {
    let longest = 0;
    while (!isOver) {
      longest = Math.max(longest, await timeOf(visitor, path));
      await pause(EVERY_MS);
    }
    return longest;
  });
  const changed = make()
    .then(() => pause(WATCH_MS))
    .finally(() => (isOver = true));
  const [longest] = await Promise.all([Promise.all(watched), changed]);
  return Math.max(...longest);
}

async function timeOf(visitor: Shopper, path: string): Promise<number> {
  const start = performance.now();
  const { status } = await visitor.get(path);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return performance.now() - start;
}

/** One more is counted than there is. */
async function countAtDesk(
  owner: Shopper,
  { sku, variant }: Readonly<{ sku: string; variant: number }>,
): Promise<void> {
  const path = `/desk/stock?view=all&mode=counted&q=${sku}`;
  const fields = hiddenFields((await owner.get(path)).body);
  const counted = String(Number(fields[`s${variant}`]) + 1);
  const form = { ...fields, intent: "book", reason: "Counted again", [`u${variant}`]: counted };
  const { status, body } = await owner.post(path, form);
  if (status !== 200 || !textOf(body).includes("1 of 1"))
    throw new Error(`The count was not booked: ${status}`);
}

async function buy({ shop }: ShopStack, variant: number): Promise<void> {
  const shopper = new Shopper(shop.origin);
  await addToBasket(shopper, variant);
  await payAt(shopper, await goToPayment(shopper));
}
