import { HONEYPOT_FIELD } from "#app/models/shared/honeypot.ts";

/** The name of the field. Hide it by a class and from assistive technology, with tabIndex -1 and autoComplete off. */
export function honeypotFieldName(): string {
  return HONEYPOT_FIELD;
}

export function isFilledByBot(form: URLSearchParams): boolean {
  return form.getAll(HONEYPOT_FIELD).some((value) => value !== "");
}
