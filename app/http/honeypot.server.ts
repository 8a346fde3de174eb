/** A field that people never see and robots like to fill: for forms that strangers post. Works without JavaScript. */
import { Honeypot, SpamError } from "remix-utils/honeypot/server";

import { HONEYPOT_FIELD } from "#app/models/honeypot.ts";

/** One plain field: no time stamp, so that equal pages are equal and a page left open for a day still sends. */
const honeypot = new Honeypot({
  nameFieldName: HONEYPOT_FIELD,
  randomizeNameFieldName: false,
  validFromFieldName: null,
});

/** Name of the field to put into the form, hidden by a class and from assistive technology, tabIndex -1, autoComplete off. */
export function honeypotFieldName(): string {
  return HONEYPOT_FIELD;
}

/** True when something filled the field that people cannot see. */
export function isFilledByRobot(form: URLSearchParams): boolean {
  const data = new FormData();
  for (const value of form.getAll(HONEYPOT_FIELD)) data.append(HONEYPOT_FIELD, value);
  try {
    honeypot.check(data);
    return false;
  } catch (error) {
    if (error instanceof SpamError) return true;
    throw error;
  }
}
