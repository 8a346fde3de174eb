import { type Command, newCommand, type Outcome, readWords } from "./command.ts";

const HELP = `Usage: npm run shop -- settings list [<group>] [--json]
       npm run shop -- settings set <name> <value> [--json]
       npm run shop -- settings changes <group> [--json]
       npm run shop -- settings take-back <change> [--json]

Settings of the store, as at the desk. Groups: shop, look, company, contact, delivery, returns, gifts, stock. Shoppers
see a change as soon as it is made. An import leaves a setting that was changed here alone, and names it.

  list       the settings, with their names
  set        change one. Amounts such as 46.50, times such as 14:00, days of the week such as "1 2 3" from Monday,
             colours such as "#1f4b3c". Use "" for none, or for the usual colour, where that is possible
  changes    the last changes of a group, with their numbers
  take-back  put the settings of a change back to what they were before it, unless they were changed again since
  --json     print the result as JSON
  --help     this text

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

export const settingsCommand: Command = newCommand({
  name: "settings",
  summary: "list, change and take back settings of the store",
  help: HELP,
  read: readArguments,
  work: outcomeOf,
});

type Verb =
  | Readonly<{ verb: "list"; group: string | null }>
  | Readonly<{ verb: "set"; name: string; value: string }>
  | Readonly<{ verb: "changes"; group: string }>
  | Readonly<{ verb: "take-back"; id: number }>;

type CommandOptions = Verb & Readonly<{ isJson: boolean }>;

async function outcomeOf(options: CommandOptions): Promise<Outcome> {
  switch (options.verb) {
    case "list":
      return list(options.group);
    case "set":
      return set(options);
    case "changes":
      return changes(options.group);
    case "take-back":
      return takeBack(options.id);
  }
}

async function findSettings() {
  const { findSettingState } = await import("#app/models/store/editing/change-settings.server.ts");
  const { findStore } = await import("#app/models/store/store.server.ts");
  const [state, { currencies, currency, locale }] = await Promise.all([findSettingState(), findStore()]);
  return { ...state, format: { currency: currencies[0] ?? currency, locale } };
}

async function list(group: string | null): Promise<Outcome> {
  const { settingInput, settingText } = await import("#app/models/store/editing/setting-form.ts");
  const { fields, values, format } = await findSettings();
  const shown = fields.filter((field) => group === null || field.group === group);
  if (shown.length === 0) return refusal(`There is no group called ${group ?? ""}.`);
  const data = shown.map((field) => ({
    ...{ group: field.group, name: field.name, label: field.label },
    value: settingInput(field, values[field.name] ?? "", format),
  }));
  const words = shown.map((field, at) => {
    const value = data[at]?.value || settingText(field, "", format);
    return `${field.name}: ${value.replaceAll("\n", "\n  ")}`;
  });
  return { isDone: true, words: words.join("\n"), data };
}

async function set({ name, value: text }: Readonly<{ name: string; value: string }>): Promise<Outcome> {
  const { changeSettings } = await import("#app/models/store/editing/change-settings.server.ts");
  const { readSetting, settingText } = await import("#app/models/store/editing/setting-form.ts");
  const { fields, format } = await findSettings();
  const field = fields.find((one) => one.name === name);
  if (!field) return refusal(`There is no setting called ${name}.`);
  const read = readSetting(field, text, format);
  if ("error" in read) return refusal(`${name}: ${read.error}.`);
  const done = await changeSettings(field.group, { values: { [name]: read.value }, by: "" }, new Date());
  if (done.kind === "invalid")
    return refusal(`${name}: ${done.errors[name] ?? Object.values(done.errors)[0] ?? ""}.`);
  const changed = done.kind === "done" ? done.changed[name] : undefined;
  const shown = settingText(field, read.value, format);
  const words = changed
    ? `${name}: ${settingText(field, changed[0], format)} before, ${shown} now.`
    : `${name}: ${shown}, as before.`;
  return {
    isDone: true,
    words,
    data: { ok: true, name, value: read.value, isChanged: changed !== undefined },
  };
}

const CHANGES_SHOWN = 20;

async function changes(group: string): Promise<Outcome> {
  const { listSettingVersions } = await import("#app/models/store/editing/change-settings.server.ts");
  const { SETTING_GROUPS } = await import("#app/models/store/editing/setting-fields.ts");
  const known = SETTING_GROUPS.find((one) => one === group);
  if (!known) return refusal(`There is no group called ${group}.`);
  const versions = await listSettingVersions(known, CHANGES_SHOWN);
  const lines = versions.map(({ id, at, by, changed, isTakenBack }) => {
    const names = Object.keys(changed).join(", ");
    return `${id}: ${names}, ${at}, ${by || "the shop's own commands"}${isTakenBack ? ", taken back" : ""}`;
  });
  return { isDone: true, words: lines.join("\n") || "Nothing was changed.", data: versions };
}

async function takeBack(id: number): Promise<Outcome> {
  const { takeBackSettings } = await import("#app/models/store/editing/change-settings.server.ts");
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  const { refused } = await import("#app/models/shared/result.ts");
  const done = await takeBackSettings(id, "", new Date());
  if (!done.ok) return refusal(`${shopError(done).message}.`);
  if (done.value.kind !== "done") return refusal(`${shopError(refused("setting-changed-again")).message}.`);
  const names = Object.keys(done.value.changed);
  const words = names.length > 0 ? `Taken back: ${names.join(", ")}.` : "It was taken back before.";
  return { isDone: true, words, data: { ok: true, changed: names } };
}

function refusal(words: string): Outcome {
  return { isDone: false, words, data: { ok: false, message: words } };
}

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, { json: { type: "boolean" } });
  if (!words) return null;
  const [verb = "", ...rest] = words.positionals;
  const requested = READERS[`${verb} ${rest.length}`]?.(rest[0] ?? "", rest[1] ?? "");
  return requested ? { ...requested, isJson: words.values.json ?? false } : null;
}

/** By the verb and the number of words after it. */
const READERS: Readonly<Record<string, (first: string, second: string) => Verb | null>> = {
  "list 0": () => ({ verb: "list", group: null }),
  "list 1": (group) => ({ verb: "list", group }),
  "set 2": (name, value) => ({ verb: "set", name, value }),
  "changes 1": (group) => ({ verb: "changes", group }),
  "take-back 1": (id) => (isNumber(id) ? { verb: "take-back", id: Number(id) } : null),
};

function isNumber(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text);
}
