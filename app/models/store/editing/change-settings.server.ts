import { db } from "#app/db/db.server.ts";
import { bumpCatalogueVersion } from "#app/models/platform/catalogue-version.server.ts";
import { amountOf } from "#app/models/shared/decimal.ts";
import { type Money, money } from "#app/models/shared/money.ts";
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

/** By name, why the shop's rules refuse a change. */
export async function findSettingProblems(
  group: SettingGroup,
  values: SettingValues,
): Promise<Readonly<Record<string, string>>> {
  const state = await findSettingState();
  const changes = changesIn(state, group, values);
  return { ...ruleProblems(state, changes), ...(await explanationProblems(state, changes)) };
}

/** In the transaction of `lockSettings`, once `findSettingProblems` has found none. */
export async function writeSettings(group: SettingGroup, values: SettingValues, now: Date): Promise<void> {
  const state = await findSettingState();
  const changes = changesIn(state, group, values);
  if (Object.keys(changes).length === 0) return;
  await writeRows(state, changes, now);
  await bumpCatalogueVersion();
}

function changesIn(
  { fields, values }: SettingState,
  group: SettingGroup,
  typed: SettingValues,
): SettingValues {
  const changed = fields.flatMap(({ name, group: own }) => {
    const text = typed[name];
    return own !== group || text === undefined || text === values[name] ? [] : [[name, text] as const];
  });
  return Object.fromEntries(changed);
}

/** Two who save at once do so one after the other. */
export async function lockSettings(): Promise<void> {
  await db()
    .updateTable("settings")
    .set((own) => ({ edited_at: own.ref("edited_at") }))
    .where("key", "=", "settings")
    .execute();
}

function ruleProblems(state: SettingState, changes: SettingValues): Record<string, string> {
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
