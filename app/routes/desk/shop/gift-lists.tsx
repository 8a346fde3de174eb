import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { FindGiftListPage } from "#app/components/desk/shop/gift-lists-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { findListsAtDesk } from "#app/models/desk/gift-list-steps.server.ts";
import { readListCode } from "#app/models/gift-list/code.ts";
import { eventText } from "#app/models/gift-list/gift-list.ts";

import { stateTag } from "./gift-list.server.ts";

export { noForm as action } from "#app/routes/desk/desk.server.ts";

const QUERY_MAX = 120;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-gift-lists");
  const query = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, QUERY_MAX);
  const found = query === "" ? [] : await findListsAtDesk(query, staff.role, actor.now);
  const lists = found === "former" ? [] : found;
  const [only] = lists;
  // A code belongs to one list.
  if (only && lists.length === 1 && readListCode(query) === only.code)
    throw seeOther(deskPaths.giftList(only.id));
  return json({
    query,
    isFormer: found === "former",
    lists: lists.map((list) => ({
      ...{ id: list.id, name: list.name, email: list.email, event: eventText(list) },
      family: `${list.firstName} ${list.lastName}`,
      tag: stateTag(list.state),
    })),
  });
}

export const meta = deskTitle("Gift lists");

export default deskPage<typeof loader>(FindGiftListPage);
