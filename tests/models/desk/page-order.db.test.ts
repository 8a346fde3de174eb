/** The order of the information pages, chosen at the desk (requirement desk-69). */
import { expect, test } from "vitest";

import { listInformation } from "#app/models/content/content.server.ts";
import { inPageOrder } from "#app/models/content/page-fields.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import { movePage, pageOrderMark } from "#app/models/desk/pages/page-order.server.ts";
import { hidePage, makePage, showPage } from "#app/models/desk/pages/page-standing.server.ts";
import { listPageStates } from "#app/models/desk/pages/page-states.server.ts";
import { content } from "#app/services/content/content.server.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const editor = () => person("editor");
const markNow = async () => pageOrderMark((await listPageStates()) ?? []);

const HEADING = "Help";

/** Last parts of the addresses under one heading, as the shop lists them. */
async function underHeading(): Promise<ReadonlyArray<string>> {
  const pages = await listInformation();
  return pages.filter(({ group }) => group === HEADING).map(({ slug }) => slug);
}

/** By a page that shows the list of now, unless it says which. */
const move = (key: string, to: "up" | "down", by: DeskPerson, mark: string | null = null) =>
  outcomeOf(movePage({ key, move: to, mark }, by));

test("a page goes before its neighbour on the shop at once, but not past the ends of its heading", async () => {
  const actor = await editor();
  const [all, [first = "", second = "", ...rest]] = [await listInformation(), await underHeading()];
  const version = await content().mark();

  expect(await move(second, "up", actor, await markNow())).toBe("done");

  expect(await underHeading()).toEqual([second, first, ...rest]);
  const others = (pages: typeof all) => pages.filter(({ group }) => group !== HEADING);
  expect(others(await listInformation())).toEqual(others(all));
  expect(await content().mark()).not.toBe(version);
  expect(await deskActions(`information/${second}`)).toEqual(["page-moved"]);

  expect(await move(second, "down", actor)).toBe("done");
  expect(await listInformation()).toEqual(all);

  expect(await move(first, "up", actor)).toBe("unchanged");
  expect(await move(rest.at(-1) ?? "", "down", actor)).toBe("unchanged");
  expect(await move("no-such-page", "up", actor)).toBe("not-found");
  expect(await deskActions(`information/${first}`)).toEqual([]);
});

test("of two who move at once by the same list the second is refused, and sees the list of now", async () => {
  const [owner, other] = [await person("owner"), await editor()];
  const [first = "", second = "", third = ""] = await underHeading();
  const mark = await markNow();

  const done = await Promise.all([move(second, "up", owner, mark), move(third, "up", other, mark)]);

  expect(done.sort()).toEqual(["done", "page-order-changed"]);
  expect([
    [second, first, third],
    [first, third, second],
  ]).toContainEqual((await underHeading()).slice(0, 3));
});

test("a hidden page keeps its place, and a new page comes last until it is moved", async () => {
  const actor = await editor();
  const pages = await underHeading();
  const last = pages.at(-1) ?? "";
  await move(last, "up", actor);
  const moved = await underHeading();
  const ref = { kind: "information", key: moved.find((key) => key === "about") ?? "about" } as const;
  const places = async () => (await listInformation()).map(({ slug }) => slug);
  const before = await places();
  await hidePage(ref, actor);
  expect(await places()).toEqual(before.filter((key) => key !== ref.key));
  await showPage(ref, actor);
  expect(await places()).toEqual(before);

  await makePage({ kind: "information", title: "Our oak", requestKey: "key" }, actor);
  expect((await listPageStates())?.at(-1)?.key).toBe("our-oak");
});

test("pages that the order does not name come after it, as they are", () => {
  const pages = ["a", "b", "c", "d"].map((key) => ({ key }));
  const ordered = inPageOrder(pages, ["c", "gone", "a"]).map(({ key }) => key);

  expect(ordered).toEqual(["c", "a", "b", "d"]);
  expect(inPageOrder(pages, [])).toEqual(pages);
});
