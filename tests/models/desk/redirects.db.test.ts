import { expect, test } from "vitest";

import {
  addRedirect,
  countRedirects,
  findRedirect,
  findRedirects,
  listRedirects,
} from "#app/models/catalogue/redirects/redirect.server.ts";
import { findRedirectProblems, findRemovedRedirect } from "#app/models/desk/redirect-list.server.ts";
import {
  addRedirectAtDesk,
  putBackRedirectAtDesk,
  removeRedirectAtDesk,
} from "#app/models/desk/redirect-steps.server.ts";
import { allPages } from "#tests/support/checks/all-pages.ts";
import { NOW } from "#tests/support/now.ts";
import { later, person } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { outcomeOf, atOnce } from "#tests/support/people/desk/outcomes.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

const NO_PAGES = { isOwn: () => false, isFixed: () => false };
const NEW = { from: "/old-toys", to: "/c/wooden-toys", was: null } as const;

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

test("of two who redirect the same address at once one does, the other reads where it leads, and a dead end is found", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];

  const another = { ...NEW, to: "/c/prams" };
  const done = await Promise.all([addRedirectAtDesk(NEW, owner), addRedirectAtDesk(another, editor)]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  const to = (await findRedirect(NEW.from)) ?? "";
  expect(done.find(({ ok }) => !ok)).toMatchObject({
    code: "redirect-changed",
    detail: { from: NEW.from, now: `leads to ${to}` },
  });
  expect(await deskActions(NEW.from)).toEqual(["redirect-added"]);
  expect(await addRedirectAtDesk({ ...NEW, to: "/c/gifts", was: to }, owner)).toMatchObject({ ok: true });
  expect(await findRedirect(NEW.from)).toBe("/c/gifts");
  await addRedirectAtDesk({ ...NEW, to: "/c/no-such-place", was: "/c/gifts" }, owner);
  const dead = expect.objectContaining({ from: NEW.from, kind: "dead" }) as unknown;
  expect(await findRedirectProblems()).toContainEqual(dead);
});

test("what was removed is put back as it was, by the same person within ten minutes", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  await addRedirect({ from: NEW.from, to: NEW.to, source: "renamed", now: NOW, pages: NO_PAGES });

  const removed = await removeRedirectAtDesk(NEW, owner);
  const logId = removed.ok ? (removed.value.logId ?? 0) : 0;

  expect(await findRedirect(NEW.from)).toBeNull();
  expect(await outcomeOf(putBackRedirectAtDesk(logId, editor))).toBe("not-found");
  expect(await findRemovedRedirect(logId, { ...owner, now: later(10) })).toBeNull();
  expect(await putBackRedirectAtDesk(logId, { ...owner, now: later(9) })).toMatchObject({ ok: true });
  const back = (await listRedirects()).find(({ from }) => from === NEW.from);
  expect(back).toMatchObject({ to: NEW.to, source: "renamed" });
  // Pressed twice.
  expect(await outcomeOf(putBackRedirectAtDesk(logId, owner))).toBe("redirect-changed");
  expect(await deskActions(NEW.from)).toEqual(["redirect-removed", "redirect-put-back"]);
});

test("a redirect that leads elsewhere by now is not removed, and one that is gone is not there", async () => {
  const owner = await person("owner");
  await addRedirectAtDesk(NEW, owner);

  expect(await outcomeOf(removeRedirectAtDesk({ ...NEW, to: "/c/prams" }, owner))).toBe("redirect-changed");
  expect(await findRedirect(NEW.from)).toBe(NEW.to);
  const done = await atOnce(removeRedirectAtDesk(NEW, owner), removeRedirectAtDesk(NEW, owner));
  expect(done).toEqual(["done", "not-found"]);
});
