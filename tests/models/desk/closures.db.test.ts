import { expect, test } from "vitest";

import { closures } from "#app/models/desk/resources/closures.server.ts";
import { refusalField, runRowCommand, saveRow } from "#app/models/resource/save.server.ts";
import { isWorkingDay, shopDays } from "#app/models/shipping/delivery-estimate.ts";
import { findDeliveryRules } from "#app/models/shipping/shipping.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const save = async (firstDay: string, lastDay: string, key: string | null = null) =>
  saveRow(
    closures,
    { key, texts: { name: "Workshop holiday", firstDay, lastDay }, marks: null, request: firstDay },
    await person("owner"),
  );

/** Of Monday 8 March 2027. */
async function isOpen(): Promise<boolean> {
  return isWorkingDay("2027-03-08", shopDays((await findDeliveryRules()).calendar));
}

test("a closure holds at once, and no longer once it is moved or removed", async () => {
  expect(await isOpen()).toBe(true);
  const saved = await save("2027-03-08", "2027-03-12");
  expect(await isOpen()).toBe(false);
  const key = saved.ok && saved.value.kind === "saved" ? saved.value.saved.key : "";

  await save("2027-03-09", "2027-03-12", key);
  expect(await isOpen()).toBe(true);
  await save("2027-03-08", "2027-03-12", key);
  expect(await isOpen()).toBe(false);
  await runRowCommand(closures, { command: "remove", key, mark: null }, await person("owner"));
  expect(await isOpen()).toBe(true);
  expect((await findStore()).closures).toEqual([]);
});

test.each([
  ["that ends before it begins", "2027-03-08", "2027-03-07", "closure-reversed"],
  ["of more than two months", "2027-03-08", "2027-05-10", "closure-too-long"],
])("one %s is refused at its last day", async (_, firstDay, lastDay, code) => {
  const done = await save(firstDay, lastDay);

  expect(done).toMatchObject({ ok: false, code });
  if (!done.ok) expect(refusalField(closures, done)).toBe("lastDay");
  expect((await findStore()).closures).toEqual([]);
});

test("what is over is a view of its own, the last first", async () => {
  for (const year of ["2019", "2099", "2020", "2098"]) await save(`${year}-08-01`, `${year}-08-09`);
  const yearsOf = async (view: string) => {
    const rows = await closures.rows.list({ view, text: "", after: null, limit: 9, now: NOW });
    return rows.map((row) => String(row["firstDay"]).slice(0, 4));
  };

  expect(await yearsOf("coming")).toEqual(["2098", "2099"]);
  expect(await yearsOf("past")).toEqual(["2020", "2019"]);
  expect(await closures.rows.count({ view: "coming", text: "", now: NOW })).toBe(2);
});
