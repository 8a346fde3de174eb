/** A group of the store's settings (requirement desk-36): one row, whose fields follow from the store. */
import { z } from "zod";

import {
  type FieldInput,
  type FieldOption,
  type ResourceField,
  type ResourceFields,
  textField,
} from "#app/models/resource/field.ts";
import { type Resource, resource } from "#app/models/resource/resource.ts";
import { ok } from "#app/models/shared/result.ts";
import {
  findSettingProblems,
  findSettingState,
  lockSettings,
  type SettingState,
  writeSettings,
} from "#app/models/store/editing/change-settings.server.ts";
import {
  SETTING_GROUPS,
  type SettingField,
  type SettingGroup,
  type SettingKind,
} from "#app/models/store/editing/setting-fields.ts";
import {
  SETTING_LONG_MAX,
  readSetting,
  settingInput,
  settingText,
  SETTING_TEXT_MAX,
  WEEKDAYS,
} from "#app/models/store/editing/setting-form.ts";

import { GROUP_TITLES } from "./setting-groups.ts";

/** Null where there is no such group. */
export async function findSettingGroup(name: string): Promise<Resource | null> {
  const group = SETTING_GROUPS.find((one) => one === name);
  return group ? settingGroup(group, await findSettingState()) : null;
}

const KEY = "group";

function settingGroup(group: SettingGroup, { fields }: SettingState): Resource {
  const own = fields.filter((field) => field.group === group);
  const find = async () => ({ [KEY]: group, ...(await findSettingState()).values });
  return resource<ResourceFields, Readonly<Record<string, string>>, undefined>({
    ...{ name: "settings", kind: "setting-group", one: "settings", title: GROUP_TITLES[group], about: "" },
    ...{ see: "change-settings", edit: "change-settings" },
    fields: {
      [KEY]: textField({ label: "Group", max: 20, typed: "never" }),
      ...Object.fromEntries(own.map((field) => [field.name, settingField(field)])),
    },
    ...{ key: KEY, called: KEY },
    rows: {
      ...{ list: async () => [await find()], count: () => Promise.resolve(1), find, lock: lockSettings },
    },
    list: {
      ...{ columns: [KEY], find: "", note: () => "" },
      views: [{ key: "all", title: "All", empty: { title: "", text: "" } }],
    },
    check: (row) => findSettingProblems(group, row as Values),
    async change(row, _before, { now }) {
      await writeSettings(group, row as Values, now);
      return ok(group);
    },
    commands: {},
  });
}

type Values = Readonly<Record<string, string>>;

function settingField(field: SettingField): ResourceField<string> {
  return {
    ...{ label: field.label, hint: field.hint ?? "", typed: "always", input: inputOf(field) },
    schema: (place) =>
      z.string().transform((typed, context) => {
        const read = readSetting(field, typed, place);
        if ("value" in read) return read.value;
        context.addIssue({ code: "custom", message: read.error });
        return z.NEVER;
      }),
    text: (value, place) => settingInput(field, value, place),
    shown: (value, place) => settingText(field, value, place),
    options: () => Promise.resolve(optionsOf(field)),
  };
}

const ROWS: Readonly<Partial<Record<SettingKind, number>>> = { long: 4, lines: 4, closed: 4 };
const INPUTS: Readonly<Partial<Record<SettingKind, FieldInput>>> = {
  weekdays: { kind: "ticks" },
  choice: { kind: "choice" },
  colour: { kind: "colour" },
};

function inputOf({ kind }: SettingField): FieldInput {
  const rows = ROWS[kind];
  if (rows) return { kind: "lines", max: SETTING_LONG_MAX, rows };
  const mode = ({ days: "numeric", amount: "decimal" } as const)[kind as string];
  return INPUTS[kind] ?? { kind: "line", max: SETTING_TEXT_MAX, isMono: false, ...(mode ? { mode } : {}) };
}

function optionsOf({ kind, choices = {} }: SettingField): ReadonlyArray<FieldOption> {
  if (kind === "weekdays") return WEEKDAYS.map((text, at) => ({ value: String(at + 1), text }));
  return Object.entries(choices).map(([value, text]) => ({ value, text }));
}
