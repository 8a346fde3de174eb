import { type ActionFunctionArgs, json } from "@remix-run/node";
import type { z } from "zod";

import type { DeskAnswer } from "#app/components/desk/desk-form.tsx";
import { type FormRefusal, type FormResult, readForm, readTyped } from "#app/http/request/form.server.ts";
import { deskRefusal, type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { shopError, type ShopErrorCode } from "#app/models/platform/error-messages.ts";
import { ok, type Refusal, refused } from "#app/models/shared/result.ts";
import { confirmAtDesk } from "#app/models/staff/login.server.ts";
import { type DeskLogRow, listDeskLog } from "#app/models/staff/log.server.ts";
import type { LoggedAction } from "#app/models/staff/log-views.server.ts";
import { isRecentlyConfirmed } from "#app/models/staff/staff.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { logLine } from "./log-line.server.ts";

/** The action of a page without a form: nobody learns more by posting than by reading. */
export async function noForm({ request }: ActionFunctionArgs): Promise<never> {
  await requireStaff(request, "see-orders");
  throw deskRefusal(refused("no-form"));
}

/** Throws the desk's page if `button`, which names what to do, says nothing that this form does. */
export async function readDeskForm<Schema extends z.ZodTypeAny>(
  request: Request,
  schema: Schema,
  button = "intent",
): Promise<FormResult<z.output<Schema>>> {
  const form = await readForm(request, schema);
  if (!form.ok && form.errors[button]) throw deskRefusal(refused("unknown-action"));
  return form;
}

/** Throws the desk's page for fields that nobody can have typed into the form. */
export async function requireDeskForm<Schema extends z.ZodTypeAny>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const form = await readForm(request, schema);
  if (!form.ok) throw deskRefusal(refused("unknown-action"));
  return form.value;
}

/** Of the fields of a form that its schema lets pass. */
export function textsOf(
  fields: Readonly<Record<string, unknown>>,
  isField: (name: string) => boolean = () => true,
): Record<string, string> {
  const texts = Object.entries(fields).filter(([name, value]) => typeof value === "string" && isField(name));
  return Object.fromEntries(texts) as Record<string, string>;
}

export function deskInvalid({ errors, values }: Pick<FormRefusal, "errors" | "values">) {
  return json<DeskAnswer>({ errors, values }, { status: 422 });
}

export function deskRefused(
  refusal: Refusal<ShopErrorCode>,
  { values = {}, field = "form" }: Readonly<{ values?: DeskAnswer["values"]; field?: string }> = {},
) {
  const { status, message } = shopError(refusal);
  return json<DeskAnswer>({ errors: { [field]: message }, values }, { status });
}

/** For a form whose files cannot be read now; `field` is that of its files. */
export async function uploadsBusy(request: Request, field: string) {
  return deskRefused(refused("images-busy"), { values: await readTyped(request), field });
}

/** `deskRefused`; what somebody else did meanwhile is said with who it was. */
export async function deskConflict(
  refusal: Refusal<ShopErrorCode>,
  subject: Readonly<{
    kind: "order" | "return" | "review" | "message" | "customer" | "gift-list" | "product";
    id: string;
  }>,
  { values = {} }: Readonly<{ values?: DeskAnswer["values"] }> = {},
) {
  const { status, message } = shopError(refusal);
  const words = status === 409 ? await withLastStep(message, subject) : message;
  return json<DeskAnswer>({ errors: { form: words }, values }, { status });
}

export async function withLastStep(
  message: string,
  subject: Readonly<{ kind: string; id: string }>,
): Promise<string> {
  const last = await lastStepOn(subject);
  return last === null ? message : `${message}. ${last}`;
}

/** "The last step at the desk: packed, by Tom Reed, 20 November 2026 at 10:42", or null if the log has none. */
export async function lastStepOn(subject: Readonly<{ kind: string; id: string }>): Promise<string | null> {
  const [[row], store] = await Promise.all([listDeskLog({ staffId: null, subject, limit: 1 }), findStore()]);
  if (!row) return null;
  const { who, what, when } = await logLine(row, store);
  return `The last step at the desk: ${what.replace(/,$| of$| on$/, "").toLowerCase()}, by ${who}, ${when}`;
}

/** The newest row about the subject of one of `actions`. */
export async function lastStepAmong(
  subject: Readonly<{ kind: string; id: string }>,
  actions: ReadonlyArray<LoggedAction>,
): Promise<DeskLogRow | null> {
  const filters = { actions, about: "", from: null, before: null };
  return (await listDeskLog({ staffId: null, subject, filters, limit: 1 }))[0] ?? null;
}

/** Asks for a code unless the last one of this session, or a passkey, still counts. */
export async function confirmedBy(
  { session, actor }: DeskVisit,
  code: string,
): ReturnType<typeof confirmAtDesk> {
  if (isRecentlyConfirmed(session, actor.now)) return ok(null);
  return confirmAtDesk(actor, code);
}
