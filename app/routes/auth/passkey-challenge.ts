/** For the script of passkeys: what a browser signs to log in or to make a passkey. */
import { type ActionFunctionArgs, json } from "@remix-run/node";
import { z } from "zod";

import { readForm } from "#app/http/request/form.server.ts";
import { passkeySite } from "#app/http/request/passkey-site.server.ts";
import { retryAfterHeader } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { customerSessionOf } from "#app/http/session/customer-session.server.ts";
import { newOwnPasskeyOptions, passkeyLoginOptions } from "#app/models/customer/passkeys.server.ts";
import type { PasskeySite } from "#app/models/passkey/passkey.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { type Refusal, refused } from "#app/models/shared/result.ts";

const passkeySchema = z.object({
  purpose: z.enum(["log-in", "add"]),
  passkeyName: z.string().trim().max(1_000).default(""),
  passkeyOwnPassword: z.string().max(1_000).default(""),
});

export function loader() {
  return json(
    { message: shopError(refused("no-form")).message },
    { status: 405, headers: { Allow: "POST" } },
  );
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, passkeySchema);
  const site = passkeySite("shop");
  if (!site) return refusal(refused("passkey-unavailable"));
  if (!form.ok) return json({ message: "Send what to do with the passkey" }, { status: 422 });
  if (form.value.purpose === "log-in") return json({ get: await passkeyLoginOptions(site, new Date()) });
  return newPasskey(request, { ...form.value, site });
}

type NewPasskey = Readonly<{ passkeyName: string; passkeyOwnPassword: string; site: PasskeySite }>;

async function newPasskey(request: Request, { passkeyName, passkeyOwnPassword: password, site }: NewPasskey) {
  const found = await customerSessionOf(request);
  if (found.kind !== "open") return refusal(refused("CUSTOMER_EXPIRED"));
  if (passkeyName === "") return refusal(refused("passkey-nameless"));
  if (password === "") return json({ message: "Enter your password" }, { status: 422 });
  const { customer, session, token } = found;
  const asking = { customer, sessionId: session.id, token, password, address: clientAddress(request), site };
  const options = await newOwnPasskeyOptions(asking, new Date());
  return options.ok ? json({ create: options.value }) : refusal(options);
}

function refusal(why: Refusal<ShopErrorCode>) {
  const { status, message } = shopError(why);
  return json({ message }, { status, headers: retryAfterHeader(why) });
}
