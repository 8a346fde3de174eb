/** The log of the desk: its views, and how it is narrowed down. */
import { expect, test } from "vitest";

import { db } from "#app/db/db.server.ts";
import { isSqlite } from "#app/db/is-sqlite.ts";
import {
  commandLineActor,
  type DeskLogRow,
  listDeskLog,
  type LogFilters,
  writeDeskLog,
} from "#app/models/staff/log.server.ts";
import { LOG_VIEWS, logView } from "#app/models/staff/log-views.server.ts";
import { listQueries } from "#tests/support/checks/count-queries.ts";
import { planOf } from "#tests/support/checks/query-plan.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase({ catalogue: "none" });

const NONE: LogFilters = { actions: null, about: "", from: null, before: null };
const HOUR = 60;
const LIMIT = 7;

const dayOf = (hours: number) => later(hours * HOUR).toISOString();

test.each([
  ["log-ins", ["password-changed", "app-added", "app-replaced", "app-removed"]],
  ["orders", ["order-address-changed", "order-email-repeated", "order-batch-started", "order-batch-stopped"]],
  ["prices", ["variants-added", "variants-shown", "variants-hidden", "variants-removed"]],
  ["prices", ["option-values-renamed", "variant-images-chosen", "coupon-drafted", "coupon-discarded"]],
  ["money", ["order-refunded", "order-cancelled", "return-accepted", "refund-limit-changed"]],
  ["failed", ["log-in-failed", "code-refused", "order-send-refused"]],
] as const)("the view %s shows %j", (key, actions) => {
  expect(logView(key).actions).toEqual(expect.arrayContaining([...actions]));
});

test("an unknown view is everything, and no step but a failed one is in two", () => {
  expect(logView("nothing")).toMatchObject({ key: "all", actions: null });
  const actions = LOG_VIEWS.filter(({ key }) => key !== "failed").flatMap((view) => view.actions ?? []);
  expect(actions).toEqual([...new Set(actions)]);
});

const ACTIONS = ["stock-counted", "stock-received", "note-written", "order-packed"] as const;

/** 40 rows, one an hour from NOW on; those of the packer come one after another, as those about 100001 do. */
async function fillLog(): Promise<string> {
  const packer = await actorAt((await deskPerson("packer")).token);
  await db().deleteFrom("desk_log").execute();
  for (let index = 0; index < 40; index += 1) {
    const now = later(index * HOUR);
    const subject = { kind: "order", id: index % 5 < 2 ? "100001" : "100002" } as const;
    const actor = index % 3 === 0 ? { ...packer, now } : commandLineActor(now);
    await writeDeskLog(actor, { action: ACTIONS[index % 4] ?? "note-written", subject });
  }
  return packer.staff.id;
}

/** As the query should choose, from all rows. */
function chosen(all: ReadonlyArray<DeskLogRow>, staffName: string | null, filters: LogFilters) {
  return all.filter(
    (row) =>
      (staffName === null || row.staffName === staffName) &&
      (filters.actions === null || filters.actions.some((action) => action === row.action)) &&
      (filters.about === "" || row.subjectId === filters.about) &&
      (filters.from === null || row.at >= filters.from) &&
      (filters.before === null || row.at < filters.before),
  );
}

test("every filter narrows the log down alone and with the others, page by page, the newest first", async () => {
  const packer = await fillLog();
  const all = await listDeskLog({ staffId: null, limit: 100 });
  const times = all.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
  const views = [null, ACTIONS.slice(0, 1), ACTIONS.slice(0, 2), ["file-exported"] as const];
  const days = [
    [null, null],
    [dayOf(10), null],
    [null, dayOf(30)],
    [dayOf(10), dayOf(30)],
    [dayOf(50), null],
  ] as const;

  for (const staffId of [null, packer])
    for (const actions of views)
      for (const about of ["", "100001", "0"])
        for (const [from, before] of days) {
          const filters = { actions, about, from, before };
          const found: Array<DeskLogRow> = [];
          for (;;) {
            const last = found.at(-1)?.id ?? null;
            const page = await listDeskLog({ staffId, filters, before: last, limit: LIMIT });
            found.push(...page);
            if (page.length < LIMIT) break;
          }
          expect(found).toEqual(chosen(all, staffId && "The packer", filters));
        }
});

test.each([
  ["its steps", { actions: ["stock-counted", "note-written"] }, null, ["desk_log_action"]],
  ["what it is about", { about: "100001" }, null, ["desk_log_about"]],
  ["a person", {}, "p", ["desk_log_person"]],
  ["a person and a step", { actions: ["note-written"] }, "p", ["desk_log_person_action"]],
  ["days", { from: dayOf(0), before: dayOf(9) }, null, ["desk_log_days"]],
  [
    "days and steps",
    { from: dayOf(0), actions: ["note-written"] },
    null,
    ["desk_log_days", "desk_log_action"],
  ],
] as const)("narrowed down by %s the log is read by an index, in the order of the page", async (...row) => {
  const [, filters, staffId, indexes] = row;
  await fillLog();
  const query = { staffId, filters: { ...NONE, ...filters }, before: 1_000_000, limit: LIMIT };
  const texts = await listQueries(() => listDeskLog(query));
  const plan = (await Promise.all(texts.filter((text) => text.includes("desk_log")).map(planOf))).join("\n");

  // PostgreSQL chooses by its statistics, in so small a table one index or another.
  const expected = isSqlite(db()) ? indexes : indexes.filter((index) => index === "desk_log_days");
  for (const index of expected) expect(plan).toMatch(new RegExp(`\\b${index}\\b`));
  if (isSqlite(db())) expect(plan).not.toMatch(/SCAN desk_log$|TEMP B-TREE FOR ORDER BY/m);
});

test("the log of nothing is empty", async () => {
  await db().deleteFrom("desk_log").execute();
  expect(await listDeskLog({ staffId: null, filters: { ...NONE, from: dayOf(0) }, limit: LIMIT })).toEqual(
    [],
  );
});
