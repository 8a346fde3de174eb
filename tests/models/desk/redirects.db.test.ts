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
import { NOW } from "#tests/support/now.ts";
import { actorAt, deskPerson, later } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

type Role = "owner" | "packer" | "editor" | "reader";
const person = async (role: Role) => actorAt((await deskPerson(role)).token);
const NEW = { from: "/old-toys", to: "/c/wooden-toys", was: null } as const;

test("redirects are listed by pages in a stable order, and found by a part of either address", async () => {
  for (const name of ["b", "A", "c_d", "cxd", "50%25-off"])
    await addRedirect({ from: `/zz/${name}`, to: "/c/Gifts", now: NOW });

  const addresses: Array<string> = [];
  for (let after: string | null = null; ;) {
    const [next] = await findRedirects({ text: "/zz/", limit: 1, after });
    if (!next) break;
    addresses.push(next.from);
    after = next.from;
  }

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

test("only owners and editors add, remove and put back", async () => {
  for (const role of ["packer", "reader"] as const) {
    const actor = await person(role);
    for (const done of [
      await addRedirectAtDesk(NEW, actor),
      await removeRedirectAtDesk(NEW, actor),
      await putBackRedirectAtDesk(1, actor),
    ])
      expect(done).toMatchObject({ code: "desk-not-allowed" });
  }
  expect(await addRedirectAtDesk(NEW, await person("editor"))).toMatchObject({ ok: true });
});

test("of two who redirect the same address at once one does, and the other reads where it leads", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];

  const done = await Promise.all([
    addRedirectAtDesk(NEW, owner),
    addRedirectAtDesk({ ...NEW, to: "/c/prams" }, editor),
  ]);

  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  const to = (await findRedirect(NEW.from)) ?? "";
  expect(done.find(({ ok }) => !ok)).toMatchObject({
    code: "redirect-changed",
    detail: { from: NEW.from, now: `leads to ${to}` },
  });
  expect(await deskActions(NEW.from)).toEqual(["redirect-added"]);
  expect(await addRedirectAtDesk({ ...NEW, to: "/c/gifts", was: to }, owner)).toMatchObject({ ok: true });
  expect(await findRedirect(NEW.from)).toBe("/c/gifts");
});

test("what was removed is put back as it was, by the same person within ten minutes", async () => {
  const [owner, editor] = [await person("owner"), await person("editor")];
  await addRedirect({ from: NEW.from, to: NEW.to, source: "renamed", now: NOW });

  const removed = await removeRedirectAtDesk(NEW, owner);
  const logId = removed.ok ? (removed.value.logId ?? 0) : 0;

  expect(await findRedirect(NEW.from)).toBeNull();
  expect(await putBackRedirectAtDesk(logId, editor)).toMatchObject({ code: "not-found" });
  expect(await findRemovedRedirect(logId, { ...owner, now: later(10) })).toBeNull();
  expect(await putBackRedirectAtDesk(logId, { ...owner, now: later(9) })).toMatchObject({ ok: true });
  expect((await listRedirects()).find(({ from }) => from === NEW.from)).toMatchObject({
    to: NEW.to,
    source: "renamed",
  });
  // Pressed twice.
  expect(await putBackRedirectAtDesk(logId, owner)).toMatchObject({ code: "redirect-changed" });
  expect(await deskActions(NEW.from)).toEqual(["redirect-removed", "redirect-put-back"]);
});

test("a redirect that leads elsewhere by now is not removed, and one that is gone is not there", async () => {
  const owner = await person("owner");
  await addRedirectAtDesk(NEW, owner);

  expect(await removeRedirectAtDesk({ ...NEW, to: "/c/prams" }, owner)).toMatchObject({
    code: "redirect-changed",
  });
  expect(await findRedirect(NEW.from)).toBe(NEW.to);
  const done = await Promise.all([removeRedirectAtDesk(NEW, owner), removeRedirectAtDesk(NEW, owner)]);
  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(done.find(({ ok }) => !ok)).toMatchObject({ code: "not-found" });
});

test("the check finds a redirect that leads to no page", async () => {
  const owner = await person("owner");
  await addRedirectAtDesk({ ...NEW, to: "/c/no-such-place" }, owner);

  expect(await findRedirectProblems()).toContainEqual(
    expect.objectContaining({ from: NEW.from, kind: "dead" }),
  );
});
