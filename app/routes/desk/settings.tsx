import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { type SettingsAnswer, SettingsPage } from "#app/components/desk/settings-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import { removeReminderAtDesk } from "#app/models/desk/setting-reminders.server.ts";
import { saveSettingsAtDesk, takeBackSettingsAtDesk } from "#app/models/desk/setting-steps.server.ts";
import { refused } from "#app/models/shared/result.ts";
import type { PriceFormat } from "#app/models/shared/typed-amount.ts";
import {
  findSettingState,
  listSettingVersions,
  settingProblems,
  type SettingsOutcome,
} from "#app/models/store/editing/change-settings.server.ts";
import {
  SETTING_GROUPS,
  type SettingField,
  type SettingGroup,
} from "#app/models/store/editing/setting-fields.ts";
import { settingText } from "#app/models/store/editing/setting-form.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { deskRefused, requireDeskForm, textsOf } from "./desk.server.ts";
import { mainFormat } from "./products/product.server.ts";
import {
  changeLines,
  GROUP_TITLES,
  GROUP_PLACES,
  isChecked,
  readSettingInputs,
  settingInputs,
} from "./setting-form.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

const VERSIONS_SHOWN = 8;

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, "change-settings");
  const group = groupOf(params);
  const [state, versions, store] = await Promise.all([
    findSettingState(),
    listSettingVersions(group, VERSIONS_SHOWN),
    findStore(),
  ]);
  const format = mainFormat(store);
  const fields = state.fields.filter((field) => field.group === group);
  const { searchParams } = new URL(request.url);
  return json({
    ...{ group, title: GROUP_TITLES[group], places: GROUP_PLACES[group], isChecked: isChecked(group) },
    groups: SETTING_GROUPS.map((key) => ({ key, title: GROUP_TITLES[key] })),
    ...settingInputs(fields, state.values, format),
    versions: versions.map(({ changed, ...version }) => ({
      ...{ ...version, at: dateTimeText(version.at, store), by: version.by || "The shop’s own commands" },
      lines: changeLines(fields, changed, format),
    })),
    done: searchParams.get("done"),
  });
}

function groupOf({ group }: Readonly<{ group?: string | undefined }>): SettingGroup {
  const found = SETTING_GROUPS.find((one) => one === group);
  if (!found) throw deskRefusal(refused("NOT_FOUND"));
  return found;
}

const settingsSchema = z
  .object({
    intent: z.enum(["check", "save", "take-back", "remove-reminder", "back"]),
    version: z.coerce.number().int().nonnegative().default(0),
    reminder: z.coerce.number().int().nonnegative().default(0),
  })
  .passthrough();

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "change-settings");
  const group = groupOf(params);
  const { intent, version, reminder, ...sent } = await requireDeskForm(request, settingsSchema);
  if (intent === "take-back") return takeBack(group, version, actor);
  if (intent === "remove-reminder") return removeReminder(reminder, actor);
  // A form of the version before that names a later day is shown again, because nothing can wait for a day.
  return save({ group, intent: sent["from"] ? "back" : intent, sent: textsOf(sent) }, actor);
}

const AT_ONCE = "Nothing was saved. Settings apply at once: save again to change them now";

type Inputs = Readonly<Record<string, string>>;

type Sent = Readonly<{
  group: SettingGroup;
  intent: "check" | "save" | "back";
  sent: Inputs;
}>;

async function save({ group, intent, sent }: Sent, actor: DeskPerson) {
  const [state, store] = await Promise.all([findSettingState(), findStore()]);
  const format = mainFormat(store);
  const fields = state.fields.filter((field) => field.group === group);
  const { values, errors, marks, inputs } = readSettingInputs(fields, sent, format);
  const answer = (
    errorsShown: Readonly<Record<string, string>>,
    status: number,
    more: Partial<SettingsAnswer> = {},
  ) => json<SettingsAnswer>({ errors: errorsShown, values: inputs, ...more }, { status });
  if (intent === "back") return answer({ form: AT_ONCE }, 422);
  if (Object.keys(errors).length > 0) return answer(errors, 422);
  if (intent === "check") {
    const problems = settingProblems(state, values);
    if (Object.keys(problems).length > 0) return answer(problems, 422);
    const changes = Object.entries(values).map(
      ([name, value]) => [name, [state.values[name] ?? "", value] as const] as const,
    );
    return answer({}, 200, { preview: changeLines(fields, Object.fromEntries(changes), format) });
  }
  const done = await saveSettingsAtDesk(group, { values, marks }, actor);
  if (!done.ok) return deskRefused(done, { values: inputs });
  const outcome = done.value;
  if (outcome.kind === "invalid") return answer(outcome.errors, 422);
  if (outcome.kind === "conflict") return conflictOf(outcome, { fields, inputs, format });
  const isChanged = Object.keys(outcome.changed).length > 0;
  throw seeOther(deskPaths.settings(group, { done: isChanged ? "save" : "before" }));
}

type Conflict = Extract<SettingsOutcome, { kind: "conflict" }>;

/** What was typed stays in the fields, each with what somebody else has saved; sending it again overwrites that. */
function conflictOf(
  { theirs, values }: Conflict,
  {
    fields,
    inputs,
    format,
  }: Readonly<{ fields: ReadonlyArray<SettingField>; inputs: Inputs; format: PriceFormat }>,
) {
  const errors = Object.fromEntries(
    fields
      .filter(({ name }) => theirs[name] !== undefined)
      .map((field) => [
        field.name,
        `Somebody else has saved “${settingText(field, theirs[field.name] ?? "", format)}” meanwhile. Save again to use yours`,
      ]),
  );
  const { marks } = settingInputs(fields, values, format);
  return json<SettingsAnswer>({ errors, values: { ...inputs, ...marks } }, { status: 409 });
}

/** From Today. */
async function removeReminder(id: number, actor: DeskPerson) {
  const done = await removeReminderAtDesk(id, actor);
  if (!done.ok) return deskRefused(done);
  throw seeOther(deskPaths.today());
}

async function takeBack(group: SettingGroup, id: number, actor: DeskPerson) {
  const done = await takeBackSettingsAtDesk(id, actor);
  if (!done.ok) return deskRefused(done);
  const outcome = done.value;
  if (outcome.kind === "done")
    throw seeOther(
      deskPaths.settings(group, { done: Object.keys(outcome.changed).length > 0 ? "take-back" : "before" }),
    );
  return deskRefused(refused("setting-changed-again"));
}

export const meta: MetaFunction<typeof loader> = ({ data }) => deskMeta(`Settings, ${data?.title ?? ""}`);

export default function DeskSettings() {
  const answer: SettingsAnswer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <SettingsPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
