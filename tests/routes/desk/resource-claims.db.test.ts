import { expect, test } from "vitest";

import { RESOURCES } from "#app/models/desk/resources.server.ts";
import { findSettingGroup } from "#app/models/desk/settings.server.ts";
import { writeLog } from "#app/models/staff/log.server.ts";
import { noticeOf } from "#app/routes/desk/resource/resource-view.server.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

test("claims about the environment and about payment in any text are saved, and the page that follows warns of both", async () => {
  const owner = await person("owner");
  const warned = new Set<string>();

  const groups = await Promise.all(["shop", "returns"].map(findSettingGroup));
  for (const one of [...RESOURCES, ...groups.filter((group) => group !== null)]) {
    const subject = { kind: one.kind, id: "1" };
    for (const [name, field] of Object.entries(one.fields)) {
      if (!["line", "lines"].includes(field.input.kind) || field.isPersonal) continue;
      const changes = {
        [name]: ["", "By an eco-friendly maker. Nothing is charged before dispatch."],
      } as const;
      const step = await writeLog(owner, { action: `${one.kind}-changed`, subject, changes });
      const notice = await noticeOf(one, String(step), owner);
      expect(notice?.text, `${one.name}: ${name}`).toContain("“eco-friendly”");
      expect(notice?.text, `${one.name}: ${name}`).toContain("“Nothing is charged before dispatch.”");
      warned.add(one.name);
    }
  }

  for (const name of ["brands", "categories", "coupons", "delivery-methods", "settings"])
    expect(warned).toContain(name);
});

test("an old address that sounds like a claim is no claim", async () => {
  const owner = await person("owner");
  const one = RESOURCES.find(({ name }) => name === "redirects");
  if (!one) throw new Error("no redirects");
  const changes = { from: ["", "/eco-toys"], to: ["", "/c/wooden-toys"] } as const;
  const step = await writeLog(owner, {
    ...{ action: "redirect-added", subject: { kind: one.kind, id: "/eco-toys" }, changes },
  });

  expect((await noticeOf(one, String(step), owner))?.text).toBe("is saved.");
});
