import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { ReturnsPage } from "#app/components/desk/returns-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { countOpenReturns, listDeskReturns, RETURN_VIEWS } from "#app/models/desk/orders/returns.server.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { returnRow } from "./orders/found-rows.server.ts";

export { noForm as action } from "./desk.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-orders");
  const { searchParams } = new URL(request.url);
  const { key: view, title } =
    RETURN_VIEWS.find(({ key }) => key === searchParams.get("view")) ?? RETURN_VIEWS[0];
  const after = /^R\d{1,12}-\d{1,4}$/.exec(searchParams.get("after") ?? "")?.[0] ?? null;
  const store = await findStore();
  const [{ returns, next }, counts] = await Promise.all([
    listDeskReturns({ view, after }, store, actor.now),
    countOpenReturns(store, actor.now),
  ]);
  return json({
    ...{ view, title, mayOpen: can(staff.role, "accept-return") },
    views: RETURN_VIEWS.map(({ key, title: name }) => {
      return { key, title: name, count: key === "accepted" ? null : counts.views[key] };
    }),
    returns: returns.map((one) => ({
      ...returnRow(one, store, actor.now),
      from: can(staff.role, "see-names") ? one.customer : "",
    })),
    next: next === null ? null : deskPaths.returns({ view, after: next }),
  });
}

export const meta = deskTitle("Returns");

export default deskPage<typeof loader>(ReturnsPage);
