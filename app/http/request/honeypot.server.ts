/** A field that people never see and robots like to fill: for forms that strangers post. Works without JavaScript. */
import { HONEYPOT_FIELD } from "#app/models/shared/honeypot.ts";

/** Name of the field to put into the form, hidden by a class and from assistive technology, tabIndex -1, autoComplete off. */
export function honeypotFieldName(): string {
  return HONEYPOT_FIELD;
}

/** True when something filled the field that people cannot see. */
export function isFilledByRobot(form: URLSearchParams): boolean {
  return form.getAll(HONEYPOT_FIELD).some((value) => value !== "");
}
