import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { readForm } from "#app/http/request/form.server.ts";
import { passkeySite } from "#app/http/request/passkey-site.server.ts";
import {
  deskRefusal,
  findDeskVisit,
  requireStaff,
  sourceOfRequest,
} from "#app/http/request/require-staff.server.ts";
import { PASSKEY_ANSWER_MAX, PASSKEY_NAME_MAX, type PasskeySite } from "#app/models/passkey/passkey.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { confirmAtDesk } from "#app/models/staff/login.server.ts";
import { newStaffPasskeyOptions, staffPasskeyOptions } from "#app/models/staff/passkeys.server.ts";
import type { FoundDeskSession } from "#app/models/staff/session.server.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";

const passkeySchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("options"),
    purpose: z.enum(["add", "log-in", "confirm"]),
    passkeyName: z.string().trim().max(PASSKEY_NAME_MAX).default(""),
    passkeyCode: z.string().max(40).default(""),
  }),
  z.object({ intent: z.literal("confirm"), passkey: z.string().max(PASSKEY_ANSWER_MAX) }),
]);

/** There is no page here. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, "see-orders");
  throw deskRefusal(refused("no-form"));
}

export async function action({ request }: ActionFunctionArgs) {
  const now = new Date();
  const found = await findDeskVisit(request, now);
  if (!found) return deskRefusal(refused("desk-session-over"));
  const form = await readForm(request, passkeySchema);
  if (!form.ok) return json({ message: "Send what to do with the passkey" }, { status: 422 });
  const site = passkeySite("desk");
  if (!site) return deskRefusal(refused("passkey-unavailable"));
  const visit: Visit = { found, site, request, now };
  const done =
    form.value.intent === "confirm"
      ? await confirm(visit, form.value.passkey)
      : await optionsFor(visit, form.value);
  return done.ok ? json(done.value) : deskRefusal(done);
}

type Visit = Readonly<{ found: FoundDeskSession; site: PasskeySite; request: Request; now: Date }>;
type PasskeyRequest = Readonly<{
  purpose: "add" | "log-in" | "confirm";
  passkeyName: string;
  passkeyCode: string;
}>;
type Answered = Promise<Result<Readonly<Record<string, unknown>>, ShopErrorCode>>;

/** A new passkey opens the desk: who is logged in must have typed a code lately, and who is half logged in makes none. */
async function optionsFor(visit: Visit, { purpose, passkeyName, passkeyCode }: PasskeyRequest): Answered {
  const { found, site, now } = visit;
  const isSetUp = found.session.state === "factor";
  if (purpose !== "add" && !isSetUp) return ok({ get: await staffPasskeyOptions(found, site, now) });
  if (found.session.state === "code" || purpose !== "add") return refused("desk-session-over");
  if (passkeyName === "") return refused("passkey-nameless");
  if (!isSetUp && !isRecentlyConfirmed(found.session, now)) {
    const confirmed = await confirmAtDesk(actorOf(visit), passkeyCode);
    if (!confirmed.ok) return confirmed;
  }
  return ok({ create: await newStaffPasskeyOptions(found, site, now) });
}

async function confirm(visit: Visit, text: string): Answered {
  if (visit.found.session.state !== "open") return refused("desk-session-over");
  const done = await confirmAtDesk(actorOf(visit), "", { text, site: visit.site });
  return done.ok ? ok({ isConfirmed: true }) : done;
}

function actorOf({ found: { staff, session }, request, now }: Visit) {
  return { staff, sessionId: session.id, factor: session.factor, ...sourceOfRequest(request), now };
}
