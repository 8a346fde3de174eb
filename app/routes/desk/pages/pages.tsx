import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { DeskPagesPage } from "#app/components/desk/pages/pages-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { movePage, type PageMove } from "#app/models/desk/pages/page-order.server.ts";
import { can } from "#app/models/staff/role.ts";
import { deskRefused, requireDeskForm } from "#app/routes/desk/desk.server.ts";

import { findPageGroups } from "./page-view.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "see-pages");
  const { groups, source, orderMark } = await findPageGroups();
  return json({
    ...{ groups, source, orderMark },
    mayEdit: source === null && can(staff.role, "edit-pages"),
    done: new URL(request.url).searchParams.get("done"),
  });
}

const moveSchema = z.object({
  move: z.string().regex(/^(?:up|down) [a-z0-9-]{1,100}$/),
  was: z.string().max(60),
});

export async function action({ request }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "edit-pages");
  const form = await requireDeskForm(request, moveSchema);
  const [move = "", key = ""] = form.move.split(" ");
  const moved = await movePage({ key, move: move as PageMove, mark: form.was }, actor);
  if (!moved.ok) return deskRefused(moved);
  throw seeOther(`${deskPaths.pages({ done: moved.value.isChanged ? "moved" : "before" })}#information`);
}

export const meta = deskTitle("Pages");

export default deskPage<typeof loader, typeof action>(DeskPagesPage);
