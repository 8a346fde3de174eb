import type { ActionFunctionArgs } from "@remix-run/node";

import { seeOther } from "#app/http/response/responses.server.ts";
import { leavingHeaders } from "#app/http/session/customer-cookies.server.ts";
import { readSession } from "#app/http/session/session.server.ts";
import { logOut } from "#app/models/customer/session.server.ts";
import { paths } from "#app/paths.ts";

export function loader() {
  throw seeOther(paths.account());
}

export async function action({ request }: ActionFunctionArgs) {
  const session = await readSession(request);
  const token = session.customerToken();
  if (token) await logOut(token);
  const note = { tone: "success", text: "You have logged out." } as const;
  // The cart of a customer stays with the account; a guest has no other place for it.
  throw seeOther(paths.login(), await leavingHeaders(session, note, { keepsCart: token === null }));
}
