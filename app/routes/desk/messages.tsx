import { json, type LoaderFunctionArgs } from "@remix-run/node";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { MessagesPage } from "#app/components/desk/messages-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { listMessages, type MessagePlace } from "#app/models/content/message-queue.server.ts";
import { messageView, topicsIn } from "#app/models/desk/message-views.ts";
import { can } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { messageRow, messageViews } from "./message-view.server.ts";

export { noForm as action } from "./desk.server.ts";

const PAGE_ROWS = 50;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "handle-messages");
  const { searchParams } = new URL(request.url);
  const chosen = messageView(searchParams.get("view"));
  // A view of topics that the role does not handle is not theirs.
  const view = topicsIn(chosen, staff.role).length > 0 ? chosen : messageView(null);
  const query = { isDone: view.isDone, topics: topicsIn(view, staff.role) };
  const [views, store, found] = await Promise.all([
    messageViews(staff.role),
    findStore(),
    listMessages(query, PAGE_ROWS + 1, placeOf(searchParams.get("after") ?? "")),
  ]);
  const shown = found.slice(0, PAGE_ROWS);
  const last = found.length > PAGE_ROWS ? shown.at(-1) : undefined;
  return json({
    ...{ view: view.key, views, keepsWords: store.contact.keepsMessages, done: searchParams.get("done") },
    mayChoose: can(staff.role, "change-settings"),
    messages: shown.map((message) => messageRow(message, { store, now: actor.now })),
    next: last
      ? deskPaths.messages({ view: view.key, after: `${last.settledAt ?? last.dueDay}~${last.id}` })
      : null,
  });
}

/** "2026-11-26~12", "2026-11-24T10:00:00.000Z~12" */
function placeOf(text: string): MessagePlace | null {
  const [, at = "", id = ""] = /^([\d.:TZ-]{10,32})~(\d{1,9})$/.exec(text) ?? [];
  return at === "" ? null : { at, id: Number(id) };
}

export const meta = deskTitle("Messages");

export default deskPage<typeof loader>(MessagesPage);
