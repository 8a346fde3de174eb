import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import type { ResourceAnswer } from "#app/components/desk/resource/form-page.tsx";
import { SettingsPage } from "#app/components/desk/settings-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { findSettingGroup } from "#app/models/desk/settings.server.ts";
import { removeReminderAtDesk } from "#app/models/desk/setting-reminders.server.ts";
import { type Saved, undoStep } from "#app/models/resource/save.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { SETTING_GROUPS } from "#app/models/store/editing/setting-fields.ts";

import { deskInvalid, deskRefused, requireDeskForm, textsOf } from "./desk.server.ts";
import { answerTyped, withTicks } from "./resource/resource-action.server.ts";
import { UNCHANGED } from "./resource/resource-view.server.ts";
import { settingsView } from "./settings-view.server.ts";

async function requireGroup(request: Request, key: string | undefined) {
  const visit = await requireStaff(request, "change-settings");
  const group = SETTING_GROUPS.find((known) => known === key);
  const one = group && (await findSettingGroup(group));
  if (!one) throw deskRefusal(refused("NOT_FOUND"));
  return { ...visit, one, group };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireGroup(request, params["group"]);
  return json(await settingsView(visit, new URL(request.url).searchParams.get("done")));
}

const settingsSchema = z
  .object({
    intent: z.enum(["check", "save", "undo", "remove-reminder", "back"]),
    step: z.coerce.number().int().nonnegative().default(0),
    reminder: z.coerce.number().int().nonnegative().default(0),
  })
  .passthrough();

const AT_ONCE = "Nothing was saved. Settings apply at once: save again to change them now";

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireGroup(request, params["group"]);
  const { one, group, actor } = visit;
  const { intent, step, reminder, ...sent } = await requireDeskForm(request, settingsSchema);
  const values = withTicks(one, textsOf(sent));
  // A form of the version before that names a later day is shown again, because nothing can wait for a day.
  if (sent["from"]) return deskInvalid({ errors: { form: AT_ONCE }, values });
  const toPage = ({ logId }: Saved): never => {
    throw seeOther(deskPaths.settings(group, { done: logId ?? UNCHANGED }));
  };
  switch (intent) {
    case "back":
      return json<ResourceAnswer>({ errors: {}, values });
    case "undo": {
      const undone = await undoStep(one, step, actor);
      return undone.ok ? toPage(undone.value) : deskRefused(undone);
    }
    case "remove-reminder": {
      const removed = await removeReminderAtDesk(reminder, actor);
      if (!removed.ok) return deskRefused(removed);
      throw seeOther(deskPaths.today());
    }
    default:
      return answerTyped(visit, { key: group, values, isPreview: intent === "check", toPage });
  }
}

export const meta = deskTitle<typeof loader>(({ data }) => `Settings, ${data?.title ?? ""}`);

export default deskPage<typeof loader, typeof action>(SettingsPage);
