import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";

import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { refused } from "#app/models/shared/result.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, "see-orders");
  throw deskRefusal(refused("not-found"));
}

export async function action({ request }: ActionFunctionArgs) {
  await requireStaff(request, "see-orders");
  throw deskRefusal(refused("not-found"));
}

export default function DeskNotFound() {
  return null;
}
