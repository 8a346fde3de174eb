/** What everything that is declared does (docs/resources.md). Its own rules are tested with its noun. */
import { readdirSync } from "node:fs";

import { beforeAll, beforeEach, describe, expect, test } from "vitest";

import { deskPaths } from "#app/desk-paths.ts";
import { listSubscribers } from "#app/models/newsletter/admin-subscriptions.server.ts";
import { RESOURCES } from "#app/models/desk/resources.server.ts";
import { formTexts, readTexts, type Texts, rowTexts, typedNames } from "#app/models/resource/field.ts";
import { nameOf } from "#app/models/resource/resource.ts";
import {
  refusalField,
  rowMark,
  runRowCommand,
  type SaveOutcome,
  saveRow,
  undoStep,
} from "#app/models/resource/save.server.ts";
import { textMarks } from "#app/models/shared/text-mark.server.ts";
import type { Result } from "#app/models/shared/result.ts";
import { type DeskActor, findDeskLogRow } from "#app/models/staff/log.server.ts";
import { can, STAFF_ROLES, type StaffRole } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { deskEntries } from "#app/routes/desk/navigation.server.ts";
import { NOW } from "#tests/support/now.ts";
import { person } from "#tests/support/people/desk/desk.ts";
import { deskActions } from "#tests/support/people/desk/desk-orders.ts";
import { atOnce, outcomeOf } from "#tests/support/people/desk/outcomes.ts";
import { subscribed } from "#tests/support/people/newsletter.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { changeRows, rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase();

const ALL = { text: "", now: NOW };

/** Rows of the catalogue, which the tests of one file share. */
let zones: ReadonlyArray<Readonly<{ key: string; rules: string }>> = [];
beforeAll(async () => {
  zones = await rowsOf("delivery_zones");
});
beforeEach(async () => {
  for (const { key, rules } of zones) await changeRows("delivery_zones", { key }, { rules });
});

/** What somebody types for a new row, and two texts of one of its fields that another may change it to. */
type Example = Readonly<{
  typed: Texts;
  field: string;
  changes: readonly [string, string];
  /** The roles that see it, and that change it. */
  see: ReadonlyArray<StaffRole>;
  edit: ReadonlyArray<StaffRole>;
}>;

const EXAMPLES: Readonly<Record<string, Example>> = {
  redirects: {
    typed: { from: "/old-toys", to: "/c/wooden-toys" },
    ...{ field: "to", changes: ["/c/gifts", "/c/prams"] },
    ...{ see: ["owner", "packer", "editor", "reader"], edit: ["owner", "editor"] },
  },
  replies: {
    typed: { title: "Which wood", text: "Hello {first name},\n\nIt is beech." },
    ...{ field: "text", changes: ["It is ash.", "It is oak."] },
    ...{ see: ["owner", "packer", "editor"], edit: ["owner", "packer", "editor"] },
  },
  coupons: {
    typed: { code: "MEADOW5", type: "fixed", amountOff: "5", minimumSpend: "40", lastDay: "2027-01-31" },
    ...{ field: "amountOff", changes: ["6", "7.50"] },
    ...{ see: ["owner", "editor", "reader"], edit: ["owner"] },
  },
  brands: {
    typed: { name: "Ash & Acorn", slug: "ash-and-acorn", materials: "Ash\nBeech", story: "Two of us." },
    ...{ field: "story", changes: ["Three of us.", "Four of us."] },
    ...{ see: ["owner", "packer", "editor", "reader"], edit: ["owner", "editor"] },
  },
  categories: {
    typed: { name: "Kites", slug: "kites", parent: "wooden-toys", isHidden: "yes", description: "They fly." },
    ...{ field: "description", changes: ["For a windy day.", "For a calm day."] },
    ...{ see: ["owner", "packer", "editor", "reader"], edit: ["owner", "editor"] },
  },
  closures: {
    typed: { name: "Workshop holiday", firstDay: "2099-12-28", lastDay: "2099-12-31" },
    ...{ field: "lastDay", changes: ["2100-01-01", "2100-01-08"] },
    ...{ see: ["owner"], edit: ["owner"] },
  },
  "delivery-methods": {
    typed: {
      ...{ name: "Bicycle courier", description: "Today, in town.", small: "4.50", cutoff: "11:00" },
      ...{ handlingMin: "0", handlingMax: "0", transitMin: "0", transitMax: "1" },
    },
    ...{ field: "name", changes: ["Bicycle", "Courier by bicycle"] },
    ...{ see: ["owner"], edit: ["owner"] },
  },
  "delivery-zones": {
    typed: { name: "Orkney", postcodes: "KW 15-17", note: "Weather permitting." },
    ...{ field: "name", changes: ["Orkney and Fair Isle", "The Orkneys"] },
    ...{ see: ["owner"], edit: ["owner"] },
  },
  "delivery-rates": {
    typed: { zone: "isle_of_wight", method: "express", small: "2.50", extraDays: "1" },
    ...{ field: "extraDays", changes: ["2", "3"] },
    ...{ see: ["owner"], edit: ["owner"] },
  },
};

/** Of what the desk neither adds nor changes. */
type ShownExample = Pick<Example, "see" | "edit"> &
  Readonly<{
    /** Answers with the key. */
    add(): Promise<string>;
    /** What the log must not have. */
    personal: ReadonlyArray<string>;
  }>;

const SHOWN: Readonly<Record<string, ShownExample>> = {
  newsletter: {
    async add() {
      await subscribed("ida@example.com", NOW);
      return String((await listSubscribers(1))[0]?.id);
    },
    personal: ["ida@example.com"],
    ...{ see: ["owner", "packer"], edit: ["owner", "packer"] },
  },
};

test("each has an example", () => {
  const names = [...Object.keys(EXAMPLES), ...Object.keys(SHOWN)];
  expect(RESOURCES.map(({ name }) => name).sort()).toEqual(names.sort());
});

/** The commands are named by the files, without loading them. */
test("each is the file of its name", () => {
  const files = readdirSync("app/models/desk/resources").filter((file) => file.endsWith(".server.ts"));
  expect(RESOURCES.map(({ name }) => `${name}.server.ts`).sort()).toEqual(files.sort());
});

test("no two share a kind, by which the log knows them", () => {
  const kinds = RESOURCES.map(({ kind }) => kind);
  expect(kinds).toEqual([...new Set(kinds)]);
});

test.each(STAFF_ROLES)(
  "the menu of a %s has those with a place in it that the role may see",
  async (role) => {
    const hrefs = (await deskEntries(role, NOW)).map(({ href }) => href);
    const shown = RESOURCES.filter(({ name }) => hrefs.includes(deskPaths.resource(name)));
    expect(shown).toEqual(RESOURCES.filter(({ menu, see }) => menu !== undefined && can(role, see)));
    expect(shown.length).toBeGreaterThan(2);
  },
);

describe.each(RESOURCES.filter(({ add }) => !add).map((one) => [one.name, one] as const))(
  "of %s, which the desk does not add,",
  (name, one) => {
    const { add, personal, see, edit } = SHOWN[name]!;
    const commands = Object.keys(one.commands);
    const press = (command: string, key: string, by: DeskActor) =>
      runRowCommand(one, { command, key, mark: null }, by);

    test("a row is found, counted and listed, and nobody adds or changes one", async () => {
      const [view] = one.list.views;
      const before = (await one.rows.count({ ...ALL, view: view.key })) ?? 0;
      const key = await add();

      expect(await one.rows.count({ ...ALL, view: view.key })).toBe(before + 1);
      const text = nameOf(one, (await one.rows.find(key)) ?? {});
      const listed = await one.rows.list({ ...ALL, view: view.key, text, after: null, limit: 9 });
      expect(listed.map((row) => String(row[one.key]))).toEqual([key]);
      const owner = await person("owner");
      const typed = { texts: {}, marks: null, request: "request_1" };
      expect(await outcomeOf(saveRow(one, { ...typed, key: null }, owner))).toBe("unknown-action");
      expect(savedBy(await saveRow(one, { ...typed, key }, owner)).logId).toBeNull();
    });

    test.each(STAFF_ROLES)("a %s does to it what their role may", async (role) => {
      expect(can(role, one.see)).toBe(see.includes(role));
      const by = await person(role, `another-${role}@example.com`);
      for (const command of commands)
        expect(await outcomeOf(press(command, await add(), by))).toBe(
          edit.includes(role) ? "done" : "desk-not-allowed",
        );
    });

    test.each(commands)("%s is done once, and names nobody in the log", async (command) => {
      const key = await add();
      const owner = await person("owner");

      const done = await press(command, key, owner);
      expect(await outcomeOf(press(command, key, owner))).not.toBe("done");
      const logId = done.ok ? (done.value.logId ?? 0) : 0;
      expect(await deskActions(key)).toEqual([`${one.kind}-${one.commands[command]?.logged}`]);
      const log = JSON.stringify(await findDeskLogRow(logId));
      expect(personal.filter((text) => log.includes(text))).toEqual([]);
      if (one.commands[command]?.undo === null)
        expect(await outcomeOf(undoStep(one, logId, owner))).toBe("not-found");
    });
  },
);

function savedBy(done: Result<SaveOutcome, string>) {
  if (!done.ok || done.value.kind !== "saved") throw new Error(JSON.stringify(done));
  return done.value.saved;
}

describe.each(RESOURCES.filter(({ add }) => add).map((one) => [one.name, one] as const))(
  "of %s",
  (name, one) => {
    const { typed, field, changes, see, edit } = EXAMPLES[name]!;
    const [first, second] = changes;
    const isRemovable = Object.hasOwn(one.commands, "remove");
    const textsNow = async (key: string) => {
      const row = await one.rows.find(key);
      return row ? rowTexts(one.fields, row, await findStore()) : null;
    };
    const add = async () =>
      savedBy(
        await saveRow(
          one,
          { key: null, texts: typed, marks: null, request: "request_1" },
          await person("owner"),
        ),
      );
    const formOf = async (key: string) =>
      formTexts(one.fields, (await textsNow(key)) ?? {}, { isNew: false });

    const countRows = () => one.rows.count({ ...ALL, view: one.list.views[0].key });

    test("a row says what was typed, is found, counted and listed, and its texts are read as they are written", async () => {
      const before = await countRows();
      const { key } = await add();

      const now = await textsNow(key);
      expect(now).toMatchObject(typed);
      expect(await countRows()).toBe((before ?? 0) + 1);
      const name = nameOf(one, (await one.rows.find(key)) ?? {});
      const listed = await one.rows.list({
        view: one.list.views[0].key,
        text: name,
        after: null,
        limit: 9,
        now: NOW,
      });
      expect(listed.map((row) => String(row[one.key]))).toEqual([key]);
      const { row, errors } = readTexts(one.fields, now ?? {}, await findStore());
      expect(errors).toEqual({});
      expect(rowTexts(one.fields, row, await findStore())).toEqual(now);
    });

    test("what is not typed is said at its field, and nothing is saved", async () => {
      const before = await countRows();
      const done = await saveRow(
        one,
        { key: null, texts: {}, marks: null, request: "request_1" },
        await person("owner"),
      );

      expect(done).toMatchObject({ ok: true, value: { kind: "invalid" } });
      const errors = done.ok && done.value.kind === "invalid" ? done.value.errors : {};
      expect(typedNames(one.fields, { isNew: true })).toEqual(expect.arrayContaining(Object.keys(errors)));
      expect(await countRows()).toBe(before);
    });

    test.each(STAFF_ROLES)("a %s changes it if their role may", async (role) => {
      const { key } = await add();
      const actor = await person(role, `another-${role}@example.com`);
      const texts = { ...(await formOf(key)), [field]: first };

      const done = await saveRow(one, { key, texts, marks: null, request: "request_1" }, actor);
      const may = edit.includes(role);
      expect(done.ok ? "done" : done.code).toBe(may ? "done" : "desk-not-allowed");
      expect((await textsNow(key))?.[field]).toBe(may ? first : typed[field]);
      expect(can(role, one.see)).toBe(see.includes(role));
    });

    test("each step is in the log with what was changed, and undo takes it back", async () => {
      const owner = await person("owner");
      const { key, logId: added } = await add();
      const whole = await textsNow(key);
      const texts = { ...(await formOf(key)), [field]: first };
      const { logId: changed } = savedBy(
        await saveRow(one, { key, texts, marks: null, request: "request_1" }, owner),
      );
      expect(
        savedBy(await saveRow(one, { key, texts, marks: null, request: "request_1" }, owner)).logId,
      ).toBeNull();

      expect((await findDeskLogRow(changed ?? 0))?.changes).toEqual({ [field]: [typed[field], first] });
      if (isRemovable) expect(await outcomeOf(undoStep(one, added ?? 0, owner))).toBe("changed-meanwhile");
      expect(await outcomeOf(undoStep(one, changed ?? 0, owner))).toBe("done");
      expect(await textsNow(key)).toEqual(whole);
      expect(await outcomeOf(undoStep(one, changed ?? 0, owner))).toBe("changed-meanwhile");
      // What nobody can remove stays.
      expect(await outcomeOf(undoStep(one, added ?? 0, owner))).toBe(isRemovable ? "done" : "not-found");
      expect(await textsNow(key)).toEqual(isRemovable ? null : whole);
      const steps = ["added", "changed", "changed", ...(isRemovable ? ["removed"] : [])];
      expect(await deskActions(key)).toEqual(steps.map((step) => `${one.kind}-${step}`));
    });

    const opposites = Object.entries(one.commands).filter(([, { undo }]) => undo !== null && undo !== "add");
    test.runIf(opposites.length > 0)(
      "a command is taken back by its opposite, and does nothing twice",
      async () => {
        const owner = await person("owner");
        const { key } = await add();
        const whole = await textsNow(key);
        const row = (await one.rows.find(key)) ?? {};
        const [command = ""] = opposites.find(([, { suits }]) => suits?.(row) ?? true) ?? [];
        const press = () => runRowCommand(one, { command, key, mark: null }, owner);

        const done = await press();
        expect(await textsNow(key)).not.toEqual(whole);
        expect(await press()).toMatchObject({ value: { logId: null } });
        const logId = done.ok ? (done.value.logId ?? 0) : 0;
        expect(await outcomeOf(undoStep(one, logId, owner))).toBe("done");
        expect(await textsNow(key)).toEqual(whole);
        expect(await outcomeOf(undoStep(one, logId, owner))).toBe("changed-meanwhile");
      },
    );

    test.runIf(isRemovable)("what was removed is put back with all it had, once", async () => {
      const owner = await person("owner");
      const { key } = await add();
      const whole = await textsNow(key);

      const removed = await runRowCommand(one, { command: "remove", key, mark: null }, owner);
      expect(await textsNow(key)).toBeNull();
      expect(await outcomeOf(runRowCommand(one, { command: "remove", key, mark: null }, owner))).toBe(
        "not-found",
      );
      const logId = removed.ok ? (removed.value.logId ?? 0) : 0;
      const back = await undoStep(one, logId, owner);
      expect(await textsNow(key)).toEqual(whole);
      expect(await outcomeOf(undoStep(one, logId, owner))).toBe("changed-meanwhile");

      // Undo of undo removes it again, and of two removals the last is taken back.
      expect(await outcomeOf(undoStep(one, back.ok ? (back.value.logId ?? 0) : 0, owner))).toBe("done");
      expect(await outcomeOf(undoStep(one, logId, owner))).toBe("changed-meanwhile");
    });

    test("a form that is sent twice adds one row", async () => {
      const before = await countRows();
      const form = { key: null, texts: typed, marks: null, request: "request_1" };
      const owner = await person("owner");

      const saved = await Promise.all([saveRow(one, form, owner), saveRow(one, form, owner)]);

      // The second is answered as the first, or refused where the row has a name that only one can have.
      const steps = saved.flatMap((done) => (done.ok ? [savedBy(done).logId] : []));
      expect(steps).toEqual(steps.map(() => expect.any(Number) as unknown));
      expect(new Set(steps).size).toBe(1);
      expect(await countRows()).toBe((before ?? 0) + 1);
    });

    test("what is sent from a page of before, with other texts, is not taken for the same", async () => {
      const owner = await person("owner");
      const { key } = await add();
      const texts = { ...typed, [field]: first };

      const done = await saveRow(one, { key: null, texts, marks: null, request: "request_1" }, owner);

      if (done.ok) expect((await textsNow(savedBy(done).key))?.[field]).toBe(first);
      else expect(refusalField(one, done)).not.toBe("form");
      expect((await textsNow(key))?.[field]).toBe(typed[field]);
    });

    test("of two who change one field at once one does, and the other is shown both", async () => {
      const owner = await person("owner");
      const { key } = await add();
      const shown = await formOf(key);
      const change = (text: string) =>
        saveRow(
          one,
          { key, texts: { ...shown, [field]: text }, marks: textMarks(shown), request: "" },
          owner,
        );

      expect(await atOnce(change(first), change(second))).toEqual(["conflict", "saved"]);
    });

    test("of two who change one field the second is shown both, and sends it again", async () => {
      const owner = await person("owner");
      const { key } = await add();
      const shown = await formOf(key);
      const [command = ""] = Object.keys(one.commands);
      const mark = rowMark(one, (await one.rows.find(key)) ?? {}, await findStore());
      const saveAs = (text: string, marks: Texts) =>
        saveRow(one, { key, texts: { ...shown, [field]: text }, marks, request: "" }, owner);

      savedBy(await saveAs(first, textMarks(shown)));
      expect(await saveAs(second, textMarks(shown))).toMatchObject({
        value: { kind: "conflict", theirs: { [field]: first } },
      });
      expect((await textsNow(key))?.[field]).toBe(first);
      expect(await outcomeOf(runRowCommand(one, { command, key, mark }, owner))).toBe("changed-meanwhile");
      savedBy(await saveAs(second, textMarks({ ...shown, [field]: first })));
      expect((await textsNow(key))?.[field]).toBe(second);
    });

    test("nothing is done to what is not there", async () => {
      const owner = await person("owner");

      expect(
        await outcomeOf(
          saveRow(one, { key: "none", texts: typed, marks: null, request: "request_1" }, owner),
        ),
      ).toBe("not-found");
      expect(
        await outcomeOf(runRowCommand(one, { command: "constructor", key: "none", mark: null }, owner)),
      ).toBe("unknown-action");
      for (const id of [2_000_000_000, 99_999_999_999])
        expect(await outcomeOf(undoStep(one, id, owner))).toBe("not-found");
    });
  },
);
