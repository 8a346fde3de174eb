import type { z } from "zod";

import { textAnswer } from "#app/http/response/responses.server.ts";
import { SHOP_ERRORS, UNUSABLE_CHARACTER_MESSAGE } from "#app/models/platform/error-messages.ts";
import { PHOTO_FORM_MAX_BYTES } from "#app/models/review/photo.ts";

import { FIELDS_MAX, FORM_MAX_BYTES } from "./form-limits.ts";
import { honeypotFieldName, isFilledByBot } from "./honeypot.server.ts";
import { fieldsBesideFiles, fieldsReadBefore, isMultipart } from "./upload-form.server.ts";

export type FormErrors = Readonly<Record<string, string>>;

/** All that was typed, except passwords. */
type Typed = Readonly<{ values: Record<string, string> }>;
/** `errors` by field name ("form" for the whole form). */
export type FormRefusal = Typed & Readonly<{ ok: false; errors: FormErrors }>;
export type FormResult<Value> = (Typed & Readonly<{ ok: true; value: Value }>) | FormRefusal;

/** Throws a 400 or 413 answer for what only a broken or hostile client sends. */
export async function readForm<Schema extends z.ZodTypeAny>(
  request: Request,
  schema: Schema,
  options: Readonly<{ honeypot?: boolean }> = {},
): Promise<FormResult<z.output<Schema>>> {
  const form = await readFields(request);
  const fields = cleanFields(form);
  const values = shownAgain(fields);

  if (options.honeypot && isFilledByBot(form)) {
    return { ok: false, errors: { form: SHOP_ERRORS["honeypot-filled"].message }, values };
  }
  const unusable = [...fields].filter(([, value]) => hasUnusableCharacter(value));
  if (unusable.length > 0) {
    return {
      ok: false,
      errors: Object.fromEntries(unusable.map(([name]) => [name, UNUSABLE_CHARACTER_MESSAGE])),
      values: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, withoutUnusable(value)]),
      ),
    };
  }
  const parsed = schema.safeParse(Object.fromEntries(fields));
  if (parsed.success) return { ok: true, value: parsed.data as z.output<Schema>, values };
  return { ok: false, errors: firstErrors(parsed.error), values };
}

export async function readTyped(request: Request): Promise<Record<string, string>> {
  try {
    if (!isMultipart(request)) return shownAgain(cleanFields(await readFields(request)));
    const form = await fieldsBesideFiles(request, PHOTO_FORM_MAX_BYTES);
    return form.toString().length > FORM_MAX_BYTES ? {} : shownAgain(cleanFields(form));
  } catch (thrown) {
    if (thrown instanceof Response) return {};
    throw thrown;
  }
}

async function readFields(request: Request): Promise<URLSearchParams> {
  const form = fieldsReadBefore(request) ?? (await sentFields(request));
  if (form.size > FIELDS_MAX) throw textAnswer(400, "The form has too many fields");
  return form;
}

async function sentFields(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw textAnswer(400, "Send this as a form");
  const text = await request.text();
  if (text.length > FORM_MAX_BYTES) throw textAnswer(413, "The form is too large");
  return new URLSearchParams(text);
}

/** Names that would reach the prototype of the object that a form becomes. */
const TREACHEROUS_NAMES = ["__proto__", "constructor", "prototype"];

function cleanFields(form: URLSearchParams): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (name === "" || TREACHEROUS_NAMES.some((bad) => name.includes(bad)))
      throw textAnswer(400, "Unknown field");
    const known = fields.get(name);
    // Lynx sends every submit button with the same value as the pressed one.
    if (known !== undefined && known !== cleaned(value)) throw textAnswer(400, "A field was sent twice");
    fields.set(name, cleaned(value));
  }
  return fields;
}

/** Unicode NFC, line feeds only, no marks that change the writing direction. */
function cleaned(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .normalize("NFC");
}

// Control characters but tab and line feed; U+FFFD stands for bytes that are not text, such as lone surrogates.
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const UNUSABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd\ufffe\uffff]/g;

export function hasUnusableCharacter(text: string): boolean {
  return text.search(UNUSABLE) !== -1;
}

function withoutUnusable(text: string): string {
  return text.replace(UNUSABLE, "");
}

function shownAgain(fields: Map<string, string>): Record<string, string> {
  return Object.fromEntries([...fields].filter(([name]) => isShownAgain(name)));
}

function isShownAgain(name: string): boolean {
  return !/password/i.test(name) && name !== honeypotFieldName();
}

function firstErrors(error: z.ZodError): FormErrors {
  const errors = new Map<string, string>();
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? "form");
    if (!errors.has(field)) errors.set(field, issue.message);
  }
  return Object.fromEntries(errors);
}
