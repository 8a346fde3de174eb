import { expect, test } from "vitest";

import { db, transact } from "#app/db/db.server.ts";
import { changeProduct } from "#app/models/catalogue/editing/change-product.server.ts";
import { setVariantsVisible } from "#app/models/catalogue/editing/variant-visibility.server.ts";
import {
  releaseStock,
  reserveStock,
  setStock as restock,
} from "#app/models/catalogue/inventory/stock.server.ts";
import { changeOneAtDesk } from "#app/models/desk/products/bulk-steps.server.ts";
import { readVisibilityRule } from "#app/models/desk/products/bulk-rule.ts";
import type { Job } from "#app/models/jobs/job.ts";
import { runDueJobs, startWorker } from "#app/models/jobs/worker.server.ts";
import { ok } from "#app/models/shared/result.ts";
import { takeSlot } from "#app/models/stock-alert/batch.server.ts";
import {
  canLeave,
  confirmAlert,
  leaveAlerts,
  peekAlert,
  requestAlert,
  cleanUpAlerts,
} from "#app/models/stock-alert/stock-alert.server.ts";
import {
  ALERTS_PER_BATCH,
  ALERTS_PER_UNIT,
  alertsInBatch,
  BATCH_PAUSE_MS,
} from "#app/models/stock-alert/batch.ts";
import { ALERT_CONFIRM_LIFE_MS, MAILED_LIFE_MS } from "#app/models/stock-alert/stock-alert.ts";
import { jobKinds } from "#tests/support/people/checkout.ts";
import { newCustomer } from "#tests/support/people/customer.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { alertToken, deliverOpinions, OPINION_HANDLERS, waitingFor } from "#tests/support/people/reviews.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const NOW = new Date();
/** Rainbow Stacker, Forest: sold out. */
const FOREST = 5002;
const RAINBOW = 101;
const FOREST_SKU = "HB-0101-FORE";
const EMAIL = "ida@example.com";

const later = (ms: number) => new Date(Date.now() + ms);
const people = (count: number) => Array.from({ length: count }, (_, index) => `p${index + 1}@example.com`);
const ask = (email = EMAIL, visitor: Parameters<typeof requestAlert>[0]["visitor"] = null) =>
  requestAlert({ variantId: FOREST, email, visitor }, NOW);
const rows = () => db().selectFrom("stock_alerts").selectAll().orderBy("created_at").execute();
const mailed = async () =>
  (await rows()).filter(({ status }) => status === "mailed").map(({ email }) => email);
const arrive = (units: number) => restock(FOREST_SKU, units, { reason: "restock", now: NOW });
const reported = (mails: Awaited<ReturnType<typeof deliverOpinions>>) =>
  mails.filter(({ subject }) => subject?.endsWith("is back in stock")).map(({ to }) => to?.[0]?.address);

test("an address is subscribed when its owner confirms the link, and the link works once", async () => {
  await ask();
  const [mail] = await deliverOpinions();
  const token = alertToken(mail, "confirm");
  expect(mail?.headers.find(({ key }) => key === "list-unsubscribe-post")?.value).toBe(
    "List-Unsubscribe=One-Click",
  );
  expect(await peekAlert(token, NOW)).toMatchObject({ name: "Rainbow Stacker, Forest" });
  expect((await rows())[0]).toMatchObject({ status: "pending" });
  expect(JSON.stringify(await rows())).not.toContain(token);

  const presses = await Promise.all(Array.from({ length: 10 }, () => confirmAlert(token, NOW)));

  expect(presses.filter(({ ok: isOk }) => isOk)).toHaveLength(1);
  expect((await rows())[0]).toMatchObject({ status: "confirmed", confirm_token_hash: null });
  expect(await peekAlert(token, NOW)).toBeNull();
});

test.each([
  ["when orders have reserved all that there is", 2, 1],
  ["when some is for sale", 3, 0],
])("people who wait hear of stock that comes %s", async (_, onHand, batches) => {
  await changeRows("variants", { id: FOREST }, { on_hand: onHand, reserved: 2 });
  await arrive(5);
  expect((await jobKinds()).filter((kind) => kind === "stock-alert-batch")).toHaveLength(batches);
});

test("signing up again adds nothing: a pending address gets a new link, a confirmed one a notice", async () => {
  await ask();
  await ask(" IDA@example.com ");
  expect(await rows()).toHaveLength(1);
  const subjects = (await deliverOpinions()).map(({ subject }) => subject);
  expect(subjects).toEqual(Array(2).fill("Confirm your stock alert for Rainbow Stacker, Forest"));

  await db().deleteFrom("stock_alerts").execute();
  await waitingFor(FOREST, [EMAIL]);
  await ask();
  expect((await deliverOpinions()).map(({ subject }) => subject)).toEqual([
    "We’ll email you when Rainbow Stacker, Forest is back",
  ]);
});

test("the work and the response are the same whether or not the address waits already", async () => {
  await waitingFor(FOREST, [EMAIL]);
  await db().deleteFrom("jobs").execute();

  const known = await ask();
  const knownJobs = await jobKinds();
  await db().deleteFrom("jobs").execute();
  const unknown = await ask("stranger@example.com");

  expect(known).toEqual(unknown);
  expect(knownJobs).toEqual(await jobKinds());
});

test("sign-ups over the hourly limit send no email to an address, without saying so", async () => {
  for (let count = 0; count < 8; count++) expect(await ask()).toEqual(ok(null));

  expect(await deliverOpinions()).toHaveLength(5);
});

test("a customer's own confirmed address is subscribed at once, any other is not", async () => {
  const customer = await newCustomer({ email: EMAIL });
  const unverified = await newCustomer({ email: "new@example.com", isVerified: false });

  await ask(EMAIL, customer);
  await ask("else@example.com", customer);
  await ask(unverified.email, unverified);

  const states = (await rows()).map((row) => [row.email, row.status, row.customer_id !== null]);
  expect(states.toSorted()).toEqual([
    ["else@example.com", "pending", false],
    [EMAIL, "confirmed", true],
    ["new@example.com", "pending", false],
  ]);
});

test("a product that is in stock, not sold or unknown has no alert", async () => {
  const alert = (variantId: number) => requestAlert({ variantId, email: EMAIL, visitor: null }, NOW);
  expect(await alert(5000)).toMatchObject({ code: "alert-not-needed" });
  expect(await alert(999_999)).toMatchObject({ code: "variant-not-found" });
});

test("when stock returns the first few are notified, in order of sign-up, the next a day later, each once", async () => {
  await waitingFor(FOREST, people(8));
  await arrive(1);

  expect(reported(await deliverOpinions()).toSorted()).toEqual(people(ALERTS_PER_UNIT));
  expect(reported(await deliverOpinions(later(BATCH_PAUSE_MS - 60_000)))).toEqual([]);
  await runDueJobs(OPINION_HANDLERS);
  // The clock of the turn itself is the database's: a day goes by.
  await changeRows("back_in_stock_batches", {}, { next_at: NOW.toISOString() });
  expect(await takeSlot(FOREST, later(0))).toBe(ALERTS_PER_UNIT);
  expect(await takeSlot(FOREST, later(1_000))).toBe(0);
  expect(await takeSlot(FOREST, later(2 * BATCH_PAUSE_MS))).toBe(2);
  expect(await takeSlot(FOREST, later(4 * BATCH_PAUSE_MS))).toBe(0);

  expect((await mailed()).toSorted()).toEqual(people(8));
  expect(reported(await deliverOpinions())).toHaveLength(5);
});

test("the next in the queue are not notified while nothing is left, and are when stock returns", async () => {
  await waitingFor(FOREST, people(5));
  await arrive(1);
  await deliverOpinions();
  await reserveStock([{ variantId: FOREST, quantity: 1 }]);

  expect(await takeSlot(FOREST, later(2 * BATCH_PAUSE_MS))).toBe(0);
  await transact(async () => {
    await releaseStock([{ variantId: FOREST, quantity: 1 }]);
    return ok(null);
  });

  expect(await takeSlot(FOREST, later(2 * BATCH_PAUSE_MS))).toBe(2);
});

test("an expired order that returns the last unit notifies the queue, and a rolled-back one does not", async () => {
  await waitingFor(FOREST, people(1));
  await changeRows("variants", { id: FOREST }, { on_hand: 1, reserved: 1 });
  const give = () => releaseStock([{ variantId: FOREST, quantity: 1 }]);

  await transact(async () => {
    await give();
    return { ok: false };
  });
  expect(reported(await deliverOpinions())).toEqual([]);
  await transact(async () => {
    await give();
    return ok(null);
  });

  expect(reported(await deliverOpinions())).toEqual(people(1));
});

test("twenty concurrent batches in two workers notify each person once, and no more than the units allow", async () => {
  await waitingFor(FOREST, people(10));
  await changeRows("variants", { id: FOREST }, { on_hand: 2 });

  const turns = await Promise.all(Array.from({ length: 20 }, () => takeSlot(FOREST, new Date())));
  const sent: Array<unknown> = [];
  const handlers = {
    ...OPINION_HANDLERS,
    "stock-alert-email": async (job: Job) => {
      sent.push(job.payload["alertId"]);
      await OPINION_HANDLERS["stock-alert-email"](job);
    },
  };
  const workers = [startWorker(handlers), startWorker(handlers)];
  const open = async () =>
    (await rowsOf("jobs", { kind: "stock-alert-email" })).filter(({ status }) => status !== "done");
  await expect.poll(open).toEqual([]);
  await Promise.all(workers.map((worker) => worker.stop()));

  expect(turns.toSorted((a, b) => b - a).slice(0, 2)).toEqual([2 * ALERTS_PER_UNIT, 0]);
  expect(sent).toHaveLength(6);
  expect(new Set(sent).size).toBe(6);
  expect((await mailed()).toSorted()).toEqual(people(6).toSorted());
  expect(reported(await deliverOpinions())).toHaveLength(6);
});

test("a crash in the middle of a batch loses no notification, and one after sending repeats none", async () => {
  await waitingFor(FOREST, people(2));
  await changeRows("variants", { id: FOREST }, { on_hand: 1 });
  await expect(
    transact(async () => {
      await takeSlot(FOREST, new Date());
      throw new Error("killed");
    }),
  ).rejects.toThrow("killed");
  expect(await mailed()).toEqual([]);

  await takeSlot(FOREST, new Date());
  const crashing = async (job: Job) => {
    await OPINION_HANDLERS["stock-alert-email"](job);
    throw new Error("killed");
  };
  await runDueJobs({ ...OPINION_HANDLERS, "stock-alert-email": crashing });
  await changeRows("jobs", { status: "waiting" }, { run_at: NOW.toISOString() });

  // Sent again under the same name: one message in the folder for each.
  expect(reported(await deliverOpinions()).toSorted()).toEqual(people(2));
});

const editing = { now: NOW, by: "Martha" };
const rainbowIs = async (visibility: "everybody" | "address" | "nobody") => {
  expect(await changeProduct(RAINBOW, { visibility }, editing)).toMatchObject({ ok: true });
};
const forestIs = async (isVisible: boolean) => {
  const step = { productId: RAINBOW };
  expect(await setVariantsVisible(step, { ids: [FOREST], isVisible }, NOW)).toMatchObject({ ok: true });
};

test.each([
  ["the product, shown to everybody", () => rainbowIs("nobody"), () => rainbowIs("everybody")],
  ["the product, shown by its address", () => rainbowIs("nobody"), () => rainbowIs("address")],
  ["the product, shown with others at the desk", () => rainbowIs("nobody"), showAtDesk],
  ["the variant", () => forestIs(false), () => forestIs(true)],
])(
  "people who wait for what was hidden when stock returned are notified once it is shown: %s",
  async (...of) => {
    const [, hide, show] = of;
    await waitingFor(FOREST, people(8));
    await hide();
    await arrive(2);
    expect(reported(await deliverOpinions())).toEqual([]);

    await show();

    expect(reported(await deliverOpinions()).toSorted()).toEqual(people(2 * ALERTS_PER_UNIT));
  },
);

async function showAtDesk(): Promise<void> {
  const owner = await actorAt((await deskPerson("owner")).token);
  const rule = readVisibilityRule("everybody");
  if (!rule) throw new Error("no rule");
  const head = { key: "show", kind: rule.kind, title: "1 product shown", needsCode: false };
  const shown = await changeOneAtDesk({ id: RAINBOW, shownMinor: 0, rule, head }, owner);
  expect(shown).toMatchObject({ ok: true });
}

test("a product that is shown again queues nothing for what is sold out or awaited by nobody", async () => {
  await waitingFor(FOREST, people(1));
  await rainbowIs("nobody");
  await db().deleteFrom("jobs").execute();

  await rainbowIs("everybody");

  expect(await rowsOf("jobs", { kind: "stock-alert-batch" })).toEqual([]);
});

test("an address that is confirmed after the stock returned is notified at once", async () => {
  await ask();
  const [mail] = await deliverOpinions();
  await arrive(3);
  await deliverOpinions();

  await confirmAlert(alertToken(mail, "confirm"), NOW);

  expect(reported(await deliverOpinions())).toEqual([EMAIL]);
});

test("the unsubscribe link works from every email, and ends all alerts of the address", async () => {
  await waitingFor(FOREST, [EMAIL]);
  await requestAlert({ variantId: 5042, email: EMAIL, visitor: null }, NOW);
  const [mail] = await deliverOpinions();
  const token = alertToken(mail, "leave");
  expect(await canLeave(token)).toBe(true);

  expect(await leaveAlerts(token)).toEqual(ok(null));

  expect(await rows()).toEqual([]);
  expect(await leaveAlerts(token)).toMatchObject({ ok: false, code: "link-invalid" });
  expect(await leaveAlerts("x".repeat(43))).toMatchObject({ ok: false });
});

test("unconfirmed and completed alerts are deleted in time, and waiting ones are not", async () => {
  await waitingFor(FOREST, people(4));
  await arrive(1);
  await deliverOpinions();
  await ask("pending@example.com").catch(() => undefined);
  await changeRows("variants", { id: FOREST }, { on_hand: 0 });
  await ask("pending@example.com");

  await cleanUpAlerts(later(Math.min(ALERT_CONFIRM_LIFE_MS, MAILED_LIFE_MS) - 3_600_000));
  expect(await rows()).toHaveLength(5);
  await cleanUpAlerts(later(Math.max(ALERT_CONFIRM_LIFE_MS, MAILED_LIFE_MS) + 1_000));

  expect((await rows()).map(({ email, status }) => [email, status])).toEqual([
    ["p4@example.com", "confirmed"],
  ]);
});

test("stock is set by its number, recorded in the history, and never below the reserved units", async () => {
  expect(await restock("nothing", 1, { reason: "restock", now: NOW })).toMatchObject({
    code: "variant-not-found",
  });
  expect(await arrive(3)).toMatchObject({ ok: true, value: { before: 0, after: 3, reserved: 0 } });
  await reserveStock([{ variantId: FOREST, quantity: 2 }]);
  expect(await arrive(1)).toMatchObject({ code: "stock-is-held", detail: { reserved: 2 } });

  const history = (await rowsOf("stock_history", { variant_id: FOREST })).toSorted((a, b) => a.id - b.id);
  expect(history.at(-1)).toMatchObject({ quantity_before: 0, quantity_after: 3, reason: "restock" });
});

test("few units notify few people, many units notify many, none notify none", () => {
  expect([alertsInBatch(-1), alertsInBatch(0), alertsInBatch(1)]).toEqual([0, 0, ALERTS_PER_UNIT]);
  expect(alertsInBatch(1_000_000)).toBe(ALERTS_PER_BATCH);
});
