import { json } from "@remix-run/node";
import { z } from "zod";

import { type FormErrors, readForm } from "#app/http/request/form.server.ts";
import { passkeySite } from "#app/http/request/passkey-site.server.ts";
import type { CustomerVisit } from "#app/http/request/require-customer.server.ts";
import { retryAfterHeader, seeOther } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { leavingHeaders } from "#app/http/session/customer-cookies.server.ts";
import { clearKnownDeviceCookie } from "#app/http/session/known-device.server.ts";
import { commitSession } from "#app/http/session/session.server.ts";
import { personNameSchema } from "#app/models/customer/address-form.ts";
import { renameCustomer } from "#app/models/customer/customer.server.ts";
import { requestEmailChange } from "#app/models/customer/email-change.server.ts";
import { addOwnPasskey, removeOwnPasskey, renameOwnPasskey } from "#app/models/customer/passkeys.server.ts";
import { changePassword, confirmPassword } from "#app/models/customer/password.server.ts";
import { endOtherSessions, endSession } from "#app/models/customer/session.server.ts";
import { resendVerification } from "#app/models/customer/sign-up.server.ts";
import { emailSchema } from "#app/models/email/address-schema.ts";
import { setNewsletter } from "#app/models/newsletter/customer-newsletter.server.ts";
import { PASSKEY_ANSWER_MAX, PASSKEY_NAME_MAX } from "#app/models/passkey/passkey.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { removeCustomer } from "#app/models/privacy/customer-removal.server.ts";
import { isSessionId, type SessionId } from "#app/models/shared/ids.ts";
import { ok, type Refusal, refused, type Result } from "#app/models/shared/result.ts";
import { paths } from "#app/paths.ts";

/** In characters. The model holds the password policy. */
const TYPED_MAX = 1_000;

const password = (message: string) =>
  z.string().min(1, message).max(TYPED_MAX, "This is too long. Use fewer characters");
const ownPassword = password("Enter your password");

const passkeyId = z.string().max(60);
const passkeyName = z
  .string()
  .trim()
  .min(1, "Enter a name, such as “My phone”")
  .max(PASSKEY_NAME_MAX, "This is too long. Use fewer characters");

const formSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("rename"),
    firstName: personNameSchema("Enter your first name"),
    lastName: personNameSchema("Enter your last name"),
  }),
  z.object({ intent: z.literal("resend") }),
  z.object({
    intent: z.literal("change-email"),
    newEmail: emailSchema,
    emailPassword: ownPassword,
  }),
  z.object({
    intent: z.literal("change-password"),
    currentPassword: ownPassword,
    newPassword: password("Enter a new password"),
  }),
  z.object({ intent: z.literal("newsletter"), newsletter: z.literal("on").optional() }),
  z.object({ intent: z.literal("end-session"), sessionId: z.custom<SessionId>(isSessionId) }),
  z.object({ intent: z.literal("end-others") }),
  z.object({ intent: z.literal("remove-account"), removalPassword: ownPassword }),
  // Only a script sends it: the password was typed before.
  z.object({
    intent: z.literal("add-passkey"),
    passkeyName,
    passkey: z
      .string({ required_error: "To add a passkey, switch JavaScript on in your browser" })
      .max(PASSKEY_ANSWER_MAX),
  }),
  z.object({ intent: z.literal("rename-passkey"), passkeyId, passkeyNewName: passkeyName }),
  z.object({ intent: z.literal("remove-passkey"), passkeyId, passkeyPassword: ownPassword }),
]);

type Form = z.output<typeof formSchema>;

const FIELD_OF: Readonly<Partial<Record<Form["intent"], string>>> = {
  "change-email": "newEmail",
  "change-password": "newPassword",
};
const PASSWORD_FIELD_OF: Readonly<Partial<Record<Form["intent"], string>>> = {
  "change-email": "emailPassword",
  "change-password": "currentPassword",
  "remove-account": "removalPassword",
  "remove-passkey": "passkeyPassword",
};

type Visit = CustomerVisit & Readonly<{ address: string; now: Date }>;

export async function answerDetails(request: Request, visit: CustomerVisit, now: Date) {
  const form = await readForm(request, formSchema);
  if (!form.ok) return pageAgain({ errors: form.errors, values: form.values, status: 422 });
  const done = await carryOut(form.value, { ...visit, address: clientAddress(request), now });
  if (!done.ok) return refuse(form.value, done);
  const { intent } = form.value;
  if (intent === "remove-account") {
    const headers = await leavingHeaders(visit.browser, null);
    headers.append("Set-Cookie", await clearKnownDeviceCookie());
    throw seeOther(paths.goodbye(), headers);
  }
  const cookie = await commitSession(visit.browser);
  throw seeOther(paths.accountDetails({ done: intent }), cookie ? { "Set-Cookie": cookie } : {});
}

function carryOut(form: Form, visit: Visit): Promise<Result<unknown, ShopErrorCode>> {
  const { customer, token, now } = visit;
  switch (form.intent) {
    case "rename":
      return renameCustomer(customer.id, { firstName: form.firstName, lastName: form.lastName }, now);
    case "newsletter":
      return setNewsletter(customer.id, form.newsletter === "on", now);
    case "resend":
      return resendVerification(customer.id, now);
    case "end-session":
      return endSession(customer.id, form.sessionId, now);
    case "end-others":
      return endOtherSessions(customer.id, token, now).then(ok);
    case "change-email":
      return changeEmail(form, visit);
    case "change-password":
      return newPassword(form, visit);
    case "remove-account":
      return remove(form, visit);
    default:
      return changePasskeys(form, visit);
  }
}

type PasskeyForm = Extract<Form, { intent: `${string}-passkey` }>;

async function changePasskeys(form: PasskeyForm, visit: Visit): Promise<Result<unknown, ShopErrorCode>> {
  const { customer, address, now } = visit;
  if (form.intent === "add-passkey") return addPasskey(form, visit);
  const id = form.passkeyId;
  if (form.intent === "rename-passkey")
    return renameOwnPasskey(customer.id, { id, name: form.passkeyNewName });
  const confirmed = await confirm(form.passkeyPassword, visit);
  return confirmed.ok ? removeOwnPasskey(customer.id, { id, address }, now) : confirmed;
}

async function addPasskey(form: Extract<Form, { intent: "add-passkey" }>, visit: Visit) {
  const { customer, session, address, now } = visit;
  const site = passkeySite("shop");
  if (!site) return refused("passkey-unavailable");
  const made = { text: form.passkey, name: form.passkeyName, address, site };
  return addOwnPasskey({ customerId: customer.id, sessionId: session.id, ...made }, now);
}

async function changeEmail(form: Extract<Form, { intent: "change-email" }>, visit: Visit) {
  const confirmed = await confirm(form.emailPassword, visit);
  return confirmed.ok ? requestEmailChange(visit.customer.id, form.newEmail, visit.now) : confirmed;
}

/** This browser gets a new session; all others end. */
async function newPassword(form: Extract<Form, { intent: "change-password" }>, visit: Visit) {
  const { browser, customer, token, address, now } = visit;
  const change = { current: form.currentPassword, next: form.newPassword, keepToken: token, address };
  const changed = await changePassword(customer.id, change, now);
  if (changed.ok) browser.logIn({ customerId: customer.id, token: changed.value.token });
  return changed;
}

async function remove(form: Extract<Form, { intent: "remove-account" }>, visit: Visit) {
  const confirmed = await confirm(form.removalPassword, visit);
  return confirmed.ok ? removeCustomer(visit.customer.id, visit.now) : confirmed;
}

function confirm(typed: string, { customer, token, address, now }: Visit) {
  return confirmPassword({ customerId: customer.id, password: typed, address, token }, now);
}

function refuse(form: Form, refusal: Refusal<ShopErrorCode>) {
  const { status, message } = shopError(refusal);
  const fields = refusal.code === "password-wrong" ? PASSWORD_FIELD_OF : FIELD_OF;
  const field = status === 422 || status === 409 ? fields[form.intent] : undefined;
  const values: Record<string, string> = {
    ...(form.intent === "change-email" ? { newEmail: form.newEmail } : {}),
    ...("passkeyId" in form ? { passkeyId: form.passkeyId } : {}),
  };
  return pageAgain({
    errors: field ? { [field]: message } : {},
    problem: field ? null : message,
    values,
    status,
    headers: retryAfterHeader(refusal),
  });
}

type Again = Readonly<{
  errors: FormErrors;
  values: Readonly<Record<string, string>>;
  status: number;
  problem?: string | null;
  headers?: HeadersInit;
}>;

function pageAgain({ errors, values, status, problem = null, headers = {} }: Again) {
  const { intent, form, ...fields } = errors;
  const unknown = intent === undefined ? null : shopError(refused("unknown-action")).message;
  return json({ errors: fields, values, problem: problem ?? unknown ?? form ?? null }, { status, headers });
}
