import { createHash } from "node:crypto";

import { db, transact } from "#app/db/db.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { amountOf } from "#app/models/shared/decimal.ts";
import { type Money, money } from "#app/models/shared/money.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { placeholderProblem, storeValues } from "#app/models/store/placeholders.ts";
import { currencyIn, storeSettingsSchema } from "#app/models/store/settings.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { type Theme, themeProblems } from "#app/models/store/theme.ts";

import {
  type SettingField,
  settingFields,
  type SettingGroup,
  type SettingRows,
  type SettingValues,
  themeSetting,
  valuesOf,
  withSettings,
} from "./setting-fields.ts";

export type SettingState = Readonly<{
  rows: SettingRows;
  fields: ReadonlyArray<SettingField>;
  values: SettingValues;
}>;

type MethodJson = Readonly<{ price?: Readonly<Record<string, number>>; feed?: string | null }>;

/** Reads the tables, not the cache. */
export async function findSettingState(): Promise<SettingState> {
  const [settings, methods] = await Promise.all([
    db().selectFrom("settings").select(["key", "value"]).execute(),
    db()
      .selectFrom("delivery_methods")
      .selectAll()
      .where("removed_at", "is", null)
      .orderBy("position")
      .execute(),
  ]);
  const parsed = Object.fromEntries(settings.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
  const rows: SettingRows = {
    settings: parsed,
    methods: Object.fromEntries(
      methods.map(({ key, name, description, rules }) => [
        key,
        { ...(JSON.parse(rules) as object), name, description },
      ]),
    ),
    currency: currencyIn(parsed),
  };
  const fields = settingFields(rows);
  return { rows, fields, values: valuesOf(rows, fields) };
}

const MARK_LENGTH = 12;

/** Tells a save whether what the form showed is still so. */
export function settingMark(value: string): string {
  return createHash("sha256").update(value).digest("base64url").slice(0, MARK_LENGTH);
}

export type SettingChange = Readonly<{
  /** Read by `readSetting`, by name; all of one group. */
  values: SettingValues;
  /** Of what the form showed; without any, what is there is overwritten. */
  marks?: Readonly<Record<string, string>>;
  by: string;
}>;

export type SettingsOutcome =
  | Readonly<{ kind: "done"; changed: Readonly<Record<string, readonly [before: string, after: string]>> }>
  /** `theirs`: settings that somebody else has changed as well, with what they are now; nothing is saved. */
  | Readonly<{ kind: "conflict"; theirs: SettingValues; values: SettingValues }>
  | Readonly<{ kind: "invalid"; errors: Readonly<Record<string, string>> }>;

export async function changeSettings(
  group: SettingGroup,
  change: SettingChange,
  now: Date,
): Promise<SettingsOutcome> {
  const done = await transact(async () => {
    await lockSettings();
    return ok(await changeLocked(group, change, now));
  });
  return done.value;
}

async function changeLocked(
  group: SettingGroup,
  { values: typed, marks, by }: SettingChange,
  now: Date,
): Promise<SettingsOutcome> {
  const state = await findSettingState();
  const { values, fields } = state;
  const own = fields.filter((field) => field.group === group).map(({ name }) => name);
  const changes = changesIn({ own, typed, values, marks });
  const theirs = Object.keys(changes).filter((name) => isTouched(name, values, marks));
  if (theirs.length > 0)
    return {
      ...{ kind: "conflict", values },
      theirs: Object.fromEntries(theirs.map((name) => [name, values[name] ?? ""])),
    };
  const errors = { ...settingProblems(state, changes), ...(await explanationProblems(state, changes)) };
  if (Object.keys(errors).length > 0) return { kind: "invalid", errors };
  const changed = Object.fromEntries(
    Object.entries(changes).map(([name, text]) => [name, [values[name] ?? "", text] as const]),
  );
  if (Object.keys(changed).length > 0) {
    await writeRows(state, changes, now);
    await noteVersion(group, { changed, by, now });
    await bumpCatalogueVersion();
  }
  return { kind: "done", changed };
}

type Typed = Readonly<{
  own: ReadonlyArray<string>;
  typed: SettingValues;
  values: SettingValues;
  marks: SettingChange["marks"];
}>;

function changesIn({ own, typed, values, marks }: Typed): SettingValues {
  const changed = own.flatMap((name): ReadonlyArray<readonly [string, string]> => {
    const text = typed[name];
    if (text === undefined || text === values[name]) return [];
    return marks?.[name] === settingMark(text) ? [] : [[name, text]];
  });
  return Object.fromEntries(changed);
}

function isTouched(name: string, values: SettingValues, marks: SettingChange["marks"]): boolean {
  const mark = marks?.[name];
  return mark !== undefined && mark !== settingMark(values[name] ?? "");
}

/** Two who save at once do so one after the other. */
async function lockSettings(): Promise<void> {
  await db()
    .updateTable("settings")
    .set((own) => ({ edited_at: own.ref("edited_at") }))
    .where("key", "=", "settings")
    .execute();
}

export function settingProblems(state: SettingState, changes: SettingValues): Record<string, string> {
  const { fields, rows } = state;
  const next = withSettings(rows, fields, changes);
  const errors: Record<string, string> = {};
  const checked = storeSettingsSchema(rows.currency).safeParse(next.settings);
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = fields.find(
      ({ at, name }) => changes[name] !== undefined && at.every((key, index) => String(path[index]) === key),
    );
    errors[field?.name ?? "form"] ??= message.charAt(0).toUpperCase() + message.slice(1);
  }
  if (!checked.success) return errors;
  const { returns, settings } = checked.data;
  return {
    ...(changes["return-days"] === undefined ? {} : lawProblems(returns)),
    ...lookProblems(state, changes, settings.theme),
  };
}

/** Of the texts that explain the deliveries. */
async function explanationProblems({ fields, rows }: SettingState, changes: SettingValues) {
  const methods = Object.entries(rows.methods as Readonly<Record<string, MethodJson>>);
  const names = methods.flatMap(([key, { price = {} }]) => [
    ...[`order_by_${key}`, `days_${key}`],
    ...Object.keys(price).map((size) => `price_${key}_${size}`),
  ]);
  const known = { ...storeValues(await findStore()), ...Object.fromEntries(names.map((name) => [name, ""])) };
  const texts = fields.filter(({ at }) => at.length > 2 && at.at(-1) === "description");
  const problems = texts.flatMap(({ name }) => {
    const problem = placeholderProblem(changes[name] ?? "", known);
    return problem === null ? [] : [[name, problem] as const];
  });
  return Object.fromEntries(problems);
}

type Returns = Readonly<{ our_returns_days: number; statutory_cancellation_days: number }>;

function lawProblems({
  our_returns_days: ours,
  statutory_cancellation_days: law,
}: Returns): Record<string, string> {
  return ours < law ? { "return-days": `The law gives ${law} days` } : {};
}

/** Of the colours that change, each with the first reason. */
function lookProblems({ values }: SettingState, changes: SettingValues, theme: Theme) {
  const problems = themeProblems(theme).flatMap(({ parts, message }) => {
    const names = parts.map(themeSetting);
    const changed = names.find((name) => changes[name] !== undefined && changes[name] !== values[name]);
    return changed === undefined ? [] : [[changed, message] as const];
  });
  return Object.fromEntries(problems.reverse());
}

const STANDARD = "standard";

async function writeRows(state: SettingState, changes: SettingValues, now: Date): Promise<void> {
  const { rows, fields } = state;
  const next = withSettings(rows, fields, changes);
  const edited_at = now.toISOString();
  for (const [key, value] of Object.entries(next.settings)) {
    if (value === rows.settings[key]) continue;
    await db()
      .updateTable("settings")
      .set({ value: JSON.stringify(value), edited_at })
      .where("key", "=", key)
      .execute();
  }
  const free = changes["free-over"];
  for (const [key, value] of Object.entries(next.methods)) {
    if (value === rows.methods[key]) continue;
    const { name, description, ...rules } = value as MethodJson &
      Readonly<{ name: string; description: string }>;
    const feed = feedOf(rules, rows.methods[key] as MethodJson, rows.currency);
    await db()
      .updateTable("delivery_methods")
      .set({ name, description, rules: JSON.stringify({ ...rules, feed }), edited_at })
      .where("key", "=", key)
      .execute();
  }
  if (free === undefined) return;
  // "Never" leaves no sum to know the standard way by: it has its key, and others follow that were free from the same sum.
  const former = Number(state.values["free-over"]);
  await db()
    .updateTable("delivery_methods")
    .set({ free_over_minor: free === "" ? null : Number(free), edited_at })
    .where((row) =>
      row.or([
        row("key", "=", STANDARD),
        row.and([row("free_over_minor", "=", former), row("free_over_minor", ">", 0)]),
      ]),
    )
    .execute();
}

function feedOf(next: MethodJson, former: MethodJson, currency: string): string | null {
  let feed = next.feed ?? null;
  for (const [size, price] of Object.entries(next.price ?? {})) {
    const text = (minor: number) => feedAmount(money(minor, currency));
    const before = former.price?.[size];
    if (feed !== null && before !== undefined && before !== price && feed.endsWith(`:${text(before)}`))
      feed = feed.slice(0, -text(before).length) + text(price);
  }
  return feed;
}

function feedAmount(price: Money): string {
  return `${amountOf(price).toFixed(2)} ${price.currency}`;
}

type Noted = Readonly<{
  changed: Readonly<Record<string, readonly [string, string]>>;
  by: string;
  now: Date;
}>;

async function noteVersion(group: SettingGroup, { changed, by, now }: Noted): Promise<void> {
  await db()
    .insertInto("setting_versions")
    .values({
      ...{ group_key: group, changes: JSON.stringify(changed), staff_name: by },
      changed_at: now.toISOString(),
    })
    .execute();
}

export type SettingVersion = Readonly<{
  id: number;
  group: SettingGroup;
  changed: Readonly<Record<string, readonly [before: string, after: string]>>;
  by: string;
  at: string;
  isTakenBack: boolean;
}>;

export async function listSettingVersions(
  group: SettingGroup,
  limit: number,
): Promise<ReadonlyArray<SettingVersion>> {
  const rows = await db()
    .selectFrom("setting_versions")
    .selectAll()
    .where("group_key", "=", group)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id, changes, staff_name, changed_at, taken_back_at }) => ({
    ...{ id, group, by: staff_name, at: changed_at, isTakenBack: taken_back_at !== null },
    changed: JSON.parse(changes) as SettingVersion["changed"],
  }));
}

/** All of them, or none if one has been changed again since; a change that was taken back before stays so. */
export async function takeBackSettings(
  id: number,
  by: string,
  now: Date,
): Promise<Result<SettingsOutcome & Readonly<{ group: SettingGroup }>, "setting-change-gone">> {
  return transact(async () => {
    await lockSettings();
    const row = await db().selectFrom("setting_versions").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row) return refused("setting-change-gone");
    const group = row.group_key as SettingGroup;
    if (row.taken_back_at !== null) return ok({ kind: "done", changed: {}, group });
    const changed = Object.entries(JSON.parse(row.changes) as SettingVersion["changed"]);
    const done = await changeSettings(
      group,
      {
        values: Object.fromEntries(changed.map(([name, [before]]) => [name, before])),
        marks: Object.fromEntries(changed.map(([name, [, after]]) => [name, settingMark(after)])),
        by,
      },
      now,
    );
    if (done.kind === "done")
      await db()
        .updateTable("setting_versions")
        .set({ taken_back_at: now.toISOString() })
        .where("id", "=", id)
        .execute();
    return ok({ ...done, group });
  });
}
