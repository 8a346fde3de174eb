/** R-06 and P-05: what the shop finds out by itself, in its rounds of a minute, when nobody tells it anything. */
import {
  atSharedShop,
  countEmailedOnce,
  makeOlder,
  orderStatuses,
  stockOf,
  until,
  untilJobsDone,
} from "./catalogue-driver.ts";
import { inGroups, sameBasket, timed } from "./checkout-driver.ts";
import { payInSilence } from "./provider.ts";
import { atThePaymentPage } from "./rows-payment.ts";
import { Breaks, countBy, type Measured, type Storm, type StormRow } from "./row.ts";

const RELEASE_MAX_SECONDS = 120;
const TTL_MINUTES = 30;
/** A round asks after payments that have been silent for longer than this, in minutes. */
export const SILENT_MINUTES = 10;

async function abandoned(storm: Storm): Promise<Measured> {
  const count = storm.isShort ? 20 : 500;
  const { shop, ground, id } = await atSharedShop(storm, count);
  const waiting = await atThePaymentPage(shop, ground, sameBasket(count, [[id, 1]]));
  const breaks = new Breaks();
  breaks.unlessEqual(await stockOf(ground, id), { onHand: count, reserved: count }, "stock while they wait");
  const ids = waiting.map(({ orderId }) => orderId);
  await makeOlder(ground, ids, TTL_MINUTES);

  const wait = await timed(() =>
    until(async () => (await stockOf(ground, id)).reserved === 0, RELEASE_MAX_SECONDS * 1000),
  );

  breaks.unlessEqual(await stockOf(ground, id), { onHand: count, reserved: 0 }, "stock after their time");
  breaks.unlessEqual(countBy(await orderStatuses(ground, id)), { cancelled: count }, "orders");
  const seconds = Math.round(wait.ms / 1000);
  return breaks.measured(`${count} released ${seconds} s after their 30 min (bar ${RELEASE_MAX_SECONDS})`);
}

async function silentWebhooks(storm: Storm): Promise<Measured> {
  const count = storm.isShort ? 5 : 50;
  const { shop, ground, id } = await atSharedShop(storm, count);
  const waiting = await atThePaymentPage(shop, ground, sameBasket(count, [[id, 1]]));
  await inGroups(waiting, 10, ({ payment }) => payInSilence(ground, payment.id));
  const ids = waiting.map(({ orderId }) => orderId);
  await makeOlder(ground, ids, SILENT_MINUTES);

  const isSettled = async () => (await orderStatuses(ground, id)).every((status) => status === "paid");
  const wait = await timed(() => until(isSettled, RELEASE_MAX_SECONDS * 1000));

  await untilJobsDone(ground);
  const emails = countEmailedOnce(ground, waiting);
  const breaks = new Breaks();
  breaks.unlessEqual(countBy(await orderStatuses(ground, id)), { paid: count }, "orders");
  breaks.unlessEqual(emails, count, "emails");
  const minutes = (SILENT_MINUTES + wait.ms / 60_000).toFixed(1);
  return breaks.measured(`${count} of ${count} settled after ${minutes} min (bar 15), ${emails} emails`);
}

export const WAITING_ROWS: ReadonlyArray<StormRow> = [
  {
    id: "R-06",
    hazard: "500 abandoned payments hold all the stock",
    passes: "all can be sold again after 30 min and at most 120 s",
    limitSeconds: 260,
    run: abandoned,
  },
  {
    id: "P-05",
    hazard: "webhooks never come",
    passes: "100 % settled by asking, within 15 min",
    limitSeconds: 200,
    run: silentWebhooks,
  },
];
