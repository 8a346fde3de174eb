/** The order of the information pages, chosen at the desk (requirement desk-69). */
import { expect, test } from "vitest";

import { listInformation } from "#app/models/content/content.server.ts";
import { inPageOrder } from "#app/models/content/page-fields.ts";
import { movePage, pageOrderMark } from "#app/models/desk/pages/page-order.server.ts";
import { hidePage, makePage, showPage } from "#app/models/desk/pages/page-standing.server.ts";
import { listPageStates } from "#app/models/desk/pages/page-states.server.ts";
import { content } from "#app/services/content/content.server.ts";
import { actorAt, deskPerson } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const editor = async () => actorAt((await deskPerson("editor")).token);
const markNow = async () => pageOrderMark((await listPageStates()) ?? []);

const HEADING = "Help";

/** Last parts of the addresses under one heading, as the shop lists them. */
async function underHeading(): Promise<ReadonlyArray<string>> {
  const pages = await listInformation();
  return pages.filter(({ group }) => group === HEADING).map(({ slug }) => slug);
}

const MOVED = { ok: true, value: { isChanged: true } };
const BEFORE = { ok: true, value: { isChanged: false } };

test("a page goes before its neighbour on the shop at once, and the other headings stay as they are", async () => {
  const actor = await editor();
  const [all, [first = "", second = "", ...rest]] = [await listInformation(), await underHeading()];
  const version = await content().mark();

  expect(await movePage({ key: second, move: "up", mark: await markNow() }, actor)).toMatchObject(MOVED);

  expect(await underHeading()).toEqual([second, first, ...rest]);
  const others = (pages: typeof all) => pages.filter(({ group }) => group !== HEADING);
  expect(others(await listInformation())).toEqual(others(all));
  expect(await content().mark()).not.toBe(version);
  expect(await deskActions(`information/${second}`)).toEqual(["page-moved"]);

  expect(await movePage({ key: second, move: "down", mark: null }, actor)).toMatchObject(MOVED);
  expect(await listInformation()).toEqual(all);
});

test("at the end of its heading a page does not move, and nothing is logged", async () => {
  const actor = await editor();
  const pages = await underHeading();

  expect(await movePage({ key: pages[0] ?? "", move: "up", mark: null }, actor)).toMatchObject(BEFORE);
  expect(await movePage({ key: pages.at(-1) ?? "", move: "down", mark: null }, actor)).toMatchObject(BEFORE);
  expect(await movePage({ key: "no-such-page", move: "up", mark: null }, actor)).toMatchObject({
    code: "not-found",
  });
  expect(await deskActions(`information/${pages[0]}`)).toEqual([]);
});

test("of two who move at once by the same list the second is refused, and sees the list of now", async () => {
  const [owner, other] = [await actorAt((await deskPerson("owner")).token), await editor()];
  const [first = "", second = "", third = ""] = await underHeading();
  const mark = await markNow();

  const done = await Promise.all([
    movePage({ key: second, move: "up", mark }, owner),
    movePage({ key: third, move: "up", mark }, other),
  ]);

  expect(done.map((each) => (each.ok ? "moved" : each.code)).toSorted()).toEqual([
    "moved",
    "page-order-changed",
  ]);
  expect([
    [second, first, third],
    [first, third, second],
  ]).toContainEqual((await underHeading()).slice(0, 3));
});

test("a hidden page keeps its place, and a new page comes last until it is moved", async () => {
  const actor = await editor();
  const pages = await underHeading();
  const last = pages.at(-1) ?? "";
  await movePage({ key: last, move: "up", mark: null }, actor);
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

test("a reader moves no page", async () => {
  const reader = await actorAt((await deskPerson("reader")).token);
  expect(await movePage({ key: "about", move: "up", mark: null }, reader)).toMatchObject({
    code: "desk-not-allowed",
  });
});

test("pages that the order does not name come after it, as they are", () => {
  const pages = ["a", "b", "c", "d"].map((key) => ({ key }));
  const ordered = inPageOrder(pages, ["c", "gone", "a"]).map(({ key }) => key);

  expect(ordered).toEqual(["c", "a", "b", "d"]);
  expect(inPageOrder(pages, [])).toEqual(pages);
});
