/** P-14: two tabs of one basket at a payment provider that takes its time. */
import { startStripe } from "#tests/support/vendors/stripe.ts";

import { newShelf, PLENTY } from "./catalogue-driver.ts";
import { openAtStripe } from "./provider.ts";
import { Breaks, type Measured, type Storm, type StormRow } from "./row.ts";
import { payEveryPage, pressInTwoTabs, stripeBooks } from "./two-tabs.ts";

const OPEN_MS = 2_000;

/** The second tab is pressed in the same moment, while the first page is being opened, or when it has just been. */
const GAPS_MS = [0, 20, 1_000, OPEN_MS] as const;

async function slowProvider(storm: Storm): Promise<Measured> {
  const ground = await storm.ground();
  const [id = 0] = await newShelf(ground)(PLENTY);
  const stripe = await startStripe();
  const breaks = new Breaks();
  try {
    const shop = await openAtStripe(ground, stripe);
    stripe.openIn(OPEN_MS);
    const count = storm.isShort ? 8 : 80;
    const gapMs = (pair: number) => GAPS_MS[pair % GAPS_MS.length] ?? 0;
    const pairs = await pressInTwoTabs(shop, { count, items: [[id, 1]], gapMs });
    const figure = await payEveryPage(ground, pairs, { books: stripeBooks(stripe), breaks });
    return breaks.measured(`${figure}; pages opened in ${OPEN_MS} ms`);
  } finally {
    await stripe.stop();
  }
}

export const TABS_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "P-14",
    hazard: "two tabs at once, a provider that takes 2 s to open a page",
    passes: "0 baskets with two pages that can be paid, 0 paid twice",
    limitSeconds: 400,
    run: slowProvider,
  },
];
