import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { readForm } from "#app/http/request/form.server.ts";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { limitAccount } from "#app/models/customer/login-throttle.server.ts";
import { confirmPassword } from "#app/models/customer/password.server.ts";
import { exportCustomer } from "#app/models/privacy/customer-export.server.ts";
import { paths } from "#app/paths.ts";

/** In characters. */
const TYPED_MAX = 1_000;
const formSchema = z.object({ exportPassword: z.string().min(1).max(TYPED_MAX) });

export async function loader({ request }: LoaderFunctionArgs) {
  await passGuard("login", request);
  throw seeOther(paths.accountDetails());
}

export async function action({ request }: ActionFunctionArgs) {
  const { customer, token } = await passGuard("login-session", request);
  const form = await readForm(request, formSchema);
  if (!form.ok) throw seeOther(paths.accountDetails({ export: "password-missing" }));
  const who = {
    customerId: customer.id,
    password: form.value.exportPassword,
    address: clientAddress(request),
    token,
  };
  const now = new Date();
  const confirmed = await confirmPassword(who, now);
  const allowed = confirmed.ok ? await limitAccount("export-account", customer.id, now) : confirmed;
  if (!allowed.ok) throw seeOther(paths.accountDetails({ export: allowed.code }));
  const data = await exportCustomer(customer.id, now);
  return new Response(`${JSON.stringify(data, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="my-data.json"',
      "Cache-Control": "private, no-store",
    },
  });
}
