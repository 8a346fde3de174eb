import { z } from "zod";

import type { SaveOutcome } from "#app/models/resource/save.server.ts";

import {
  type Command,
  commands,
  done,
  notDone,
  type Outcome,
  refusalOutcome,
  withTextWarning,
} from "./command.ts";
import { idSchema, verb, verbsCommand } from "./verbs.ts";

export const settingsCommand: Command = verbsCommand({
  name: "settings",
  summary: "list, change and undo settings of the store",
  about:
    "Settings of the store, as at the desk. Groups: shop, look, company, contact, delivery, returns, gifts, stock. " +
    "Shoppers see a change as soon as it is made. An import leaves a setting that was changed here alone, and names it.",
  verbs: {
    list: verb({
      about: "the settings, with their names",
      words: { group: z.string().optional() },
      run: ({ group }) => list(group),
    }),
    set: verb({
      about:
        'change one. Amounts such as 46.50, times such as 14:00, days of the week such as "1 2 3" from Monday, colours ' +
        'such as "#1f4b3c". Use "" for none, or for the usual colour, where that is possible',
      words: { name: z.string(), value: z.string() },
      run: set,
    }),
    changes: verb({
      about: "the last changes of a group, with their numbers",
      words: { group: z.string() },
      run: ({ group }) => changes(group),
    }),
    undo: verb({
      about:
        "put the settings of a change back to what they were before it, unless they were changed again since",
      words: { change: idSchema() },
      run: ({ change }) => undo(change),
    }),
  },
});

async function findGroup(group: string) {
  return (await import("#app/models/desk/settings.server.ts")).findSettingGroup(group);
}

async function findFields() {
  const { findSettingState } = await import("#app/models/store/editing/change-settings.server.ts");
  return (await findSettingState()).fields;
}

async function place() {
  return (await import("#app/models/store/store.server.ts")).findStore();
}

async function list(group: string | undefined): Promise<Outcome> {
  const { findSettingState } = await import("#app/models/store/editing/change-settings.server.ts");
  const { settingInput, settingText } = await import("#app/models/store/editing/setting-form.ts");
  const [{ fields, values }, store] = await Promise.all([findSettingState(), place()]);
  const shown = fields.filter((field) => group === undefined || field.group === group);
  if (shown.length === 0) return notDone(`There is no group called ${group ?? ""}.`);
  const data = shown.map((field) => ({
    ...{ group: field.group, name: field.name, label: field.label },
    value: settingInput(field, values[field.name] ?? "", store),
  }));
  const words = shown.map((field, at) => {
    const value = data[at]?.value || settingText(field, "", store);
    return `${field.name}: ${value.replaceAll("\n", "\n  ")}`;
  });
  return { isDone: true, words: words.join("\n"), data };
}

async function set({ name, value }: Readonly<{ name: string; value: string }>): Promise<Outcome> {
  const { saveFields } = await import("#app/models/resource/save.server.ts");
  const { textAsShown } = await import("#app/models/resource/field.ts");
  const group = (await findFields()).find((field) => field.name === name)?.group ?? "";
  const one = await findGroup(group);
  if (!one) return notDone(`There is no setting called ${name}.`);
  const saved = await saveFields(one, { key: group, texts: { [name]: value } }, await commands());
  if (!saved.ok) return refusalOutcome(saved);
  if (saved.value.kind !== "saved") return notDone(problemsIn(saved.value));
  const step = saved.value.saved.logId;
  const shown = textAsShown(one.fields[name], value, await place());
  const words = step === null ? `${name}: ${shown}, as before.` : `${name}: ${shown} now, change ${step}.`;
  return withTextWarning(done(words, { name, value, isChanged: step !== null, step }), [value]);
}

function problemsIn(outcome: SaveOutcome): string {
  if (outcome.kind !== "invalid") return "Somebody has changed it meanwhile.";
  return Object.entries(outcome.errors)
    .map(([name, message]) => `${name}: ${message}.`)
    .join("\n");
}

const CHANGES_SHOWN = 20;

async function changes(group: string): Promise<Outcome> {
  const { listDeskLog } = await import("#app/models/staff/log.server.ts");
  if (!(await findGroup(group))) return notDone(`There is no group called ${group}.`);
  const subject = { kind: "setting-group", id: group };
  const steps = await listDeskLog({ staffId: null, subject, limit: CHANGES_SHOWN });
  const lines = steps.map(({ id, at, staffName, changes: changed }) => {
    return `${id}: ${Object.keys(changed).join(", ")}, ${at}, ${staffName || "the shop's own commands"}`;
  });
  return { isDone: true, words: lines.join("\n") || "Nothing was changed.", data: steps };
}

async function undo(id: number): Promise<Outcome> {
  const { undoStep } = await import("#app/models/resource/save.server.ts");
  const { findDeskLogRow } = await import("#app/models/staff/log.server.ts");
  const { refused } = await import("#app/models/shared/result.ts");
  const step = await findDeskLogRow(id);
  const one = step?.subjectKind === "setting-group" ? await findGroup(step.subjectId) : null;
  if (!one || !step) return refusalOutcome(refused("not-found"));
  const undone = await undoStep(one, id, await commands());
  if (!undone.ok) return refusalOutcome(undone);
  const names = Object.keys(step.changes);
  return done(`Undone: ${names.join(", ")}.`, { changed: names, step: undone.value.logId });
}
