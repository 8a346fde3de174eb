import { expect, test } from "vitest";

import { deskPaths } from "#app/desk-paths.ts";
import {
  addRedirect,
  countRedirects,
  findRedirect,
  findRedirects,
  listRedirects,
} from "#app/models/catalogue/redirects/redirect.server.ts";
import { redirects } from "#app/models/desk/resources/redirects.server.ts";
import type { Texts } from "#app/models/resource/field.ts";
import { refusalField, runRowCommand, saveRow, undoStep } from "#app/models/resource/save.server.ts";
import { allPages } from "#tests/support/checks/all-pages.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const NO_PAGES = { isOwn: () => false, isFixed: () => false };
const NEW = { from: "/old-toys", to: "/c/wooden-toys" } as const;

test("redirects are listed by pages in a stable order, and found by a part of either address", async () => {
  for (const name of ["b", "A", "c_d", "cxd", "50%25-off"])
    await addRedirect({ from: `/zz/${name}`, to: "/c/Gifts", now: NOW, pages: NO_PAGES });

  const pages = await allPages<string, string>(async (after) => {
    const rows = (await findRedirects({ text: "/zz/", limit: 1, after })).map(({ from }) => from);
    return { rows, next: rows[0] ?? null };
  });
  const addresses = pages.flat();

  expect(addresses).toHaveLength(5);
  expect(new Set(addresses).size).toBe(5);
  expect(await findRedirects({ text: "/zz/", limit: 9, after: null })).toMatchObject(
    addresses.map((from) => ({ from })),
  );
  expect(await countRedirects("c_d")).toBe(1);
  expect(await countRedirects("/ZZ/a")).toBe(1);
  expect(await countRedirects("c/gifts")).toBe(5);
  expect(await countRedirects("50%")).toBe(1);
  expect(await countRedirects("")).toBe((await listRedirects()).length);
});

const typed = (to: string) => ({ key: null, texts: { from: NEW.from, to }, marks: null, request: "" });

test("of two who redirect the same address at once one does, the other reads where it leads, and a dead end is found", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];

  const done = await Promise.all([
    saveRow(redirects, typed(NEW.to), owner),
    saveRow(redirects, typed("/c/prams"), editor),
  ]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  const to = (await findRedirect(NEW.from)) ?? "";
  expect(done.find(({ ok }) => !ok)).toMatchObject({
    code: "redirect-changed",
    detail: { from: NEW.from, now: `leads to ${to}` },
  });
  expect(await deskActions(NEW.from)).toEqual(["redirect-added"]);
  const change = { key: NEW.from, texts: { to: "/c/no-such-place" }, marks: null, request: "" };
  expect(await saveRow(redirects, change, owner)).toMatchObject({ ok: true });
  const problems = await redirects.rows.list({
    view: "problems",
    text: "",
    after: null,
    limit: 50,
    now: NOW,
  });
  const dead = { from: NEW.from, problem: "leads to an address without a page: /c/no-such-place" };
  expect(problems).toContainEqual(expect.objectContaining(dead));
});

test("a redirect that a rename has made says so again once it is put back", async () => {
  const owner = await person("owner");
  await addRedirect({ from: NEW.from, to: NEW.to, source: "renamed", now: NOW, pages: NO_PAGES });

  const removed = await runRowCommand(redirects, { command: "remove", key: NEW.from, mark: null }, owner);
  expect(await findRedirect(NEW.from)).toBeNull();
  expect(await undoStep(redirects, removed.ok ? (removed.value.logId ?? 0) : 0, owner)).toMatchObject({
    ok: true,
  });

  const back = (await listRedirects()).find(({ from }) => from === NEW.from);
  expect(back).toMatchObject({ to: NEW.to, source: "renamed" });
  expect(await deskActions(NEW.from)).toEqual(["redirect-removed", "redirect-put-back"]);
});

test("a redirect that a rename has made is its owner's once it is changed, and undo takes that back too", async () => {
  const owner = await person("owner");
  await addRedirect({ from: NEW.from, to: NEW.to, source: "renamed", now: NOW, pages: NO_PAGES });
  const source = async () => (await redirects.rows.find(NEW.from))?.["source"];

  const typing = { key: NEW.from, texts: { to: "/c/gifts" }, marks: null, request: "" };
  const done = await saveRow(redirects, typing, owner);
  expect(await source()).toBe("owner");
  const logId = done.ok && done.value.kind === "saved" ? (done.value.saved.logId ?? 0) : 0;
  expect(await undoStep(redirects, logId, owner)).toMatchObject({ ok: true });
  expect([await source(), await findRedirect(NEW.from)]).toEqual(["renamed", NEW.to]);
});

test("each refusal stands at the field that it is about", async () => {
  const owner = await person("owner");
  const fieldOf = async (texts: Texts) => {
    const done = await saveRow(redirects, { key: null, texts, marks: null, request: "" }, owner);
    return done.ok ? null : refusalField(redirects, done);
  };

  expect(await fieldOf({ from: "nowhere", to: "/c/gifts" })).toBe("from");
  expect(await fieldOf({ from: "/old-toys", to: "nowhere" })).toBe("to");
  expect(await fieldOf({ from: "/old-toys", to: "/old-toys/" })).toBe("to");
  await saveRow(redirects, typed(NEW.to), owner);
  expect(await fieldOf({ from: NEW.from, to: "/c/gifts" })).toBe("from");
  expect(await fieldOf({ from: "/?page=2", to: "/c/gifts" })).toBe("from");
  expect(await fieldOf({ from: "/?p=12", to: "/c/gifts" })).toBeNull();
});

test("the link to a redirect leads to its list where its own address would be too long", () => {
  const from = `/${"é".repeat(400)}`;
  expect(deskPaths.oneOf("redirects", "/old toys?id=5")).toBe("/desk/redirects/%2Fold%20toys%3Fid%3D5");
  const { pathname, searchParams } = new URL(deskPaths.oneOf("redirects", from), "https://shop.example");
  expect([pathname, searchParams.get("q")]).toEqual(["/desk/redirects", from.slice(0, 200)]);
});
