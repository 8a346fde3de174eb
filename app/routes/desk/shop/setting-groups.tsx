import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { SettingGroupsPage } from "#app/components/desk/shop/setting-groups-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { GROUP_SUMMARIES, GROUP_TITLES } from "#app/models/desk/setting-groups.ts";
import { can } from "#app/models/staff/role.ts";
import { SETTING_GROUPS } from "#app/models/store/editing/setting-fields.ts";

export { noForm as action } from "#app/routes/desk/desk.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "change-settings");
  const groups = SETTING_GROUPS.map((key) => {
    return { href: deskPaths.settings(key), title: GROUP_TITLES[key], summary: GROUP_SUMMARIES[key] };
  });
  const health = {
    href: deskPaths.health(),
    title: "Health",
    summary: "Whether all is well, and emails and other work that failed.",
  };
  return json({ groups: can(staff.role, "see-health") ? [...groups, health] : groups });
}

export const meta = deskTitle("Settings");

export default deskPage<typeof loader>(SettingGroupsPage);
