/** A field that people never see and robots like to fill: for forms that strangers post. Works without JavaScript. */
import { Honeypot, SpamError } from "remix-utils/honeypot/server";

const FIELD_NAME = "company_website";

/** One plain field: no time stamp, so that equal pages are equal and a page left open for a day still sends. */
const honeypot = new Honeypot({
  nameFieldName: FIELD_NAME,
  randomizeNameFieldName: false,
  validFromFieldName: null,
});

/** Name of the field to put into the form, hidden by a class and from assistive technology, tabIndex -1, autoComplete off. */
export function honeypotFieldName(): string {
  return FIELD_NAME;
}

/** True when something filled the field that people cannot see. */
export function isFilledByRobot(form: URLSearchParams): boolean {
  const data = new FormData();
  for (const value of form.getAll(FIELD_NAME)) data.append(FIELD_NAME, value);
  try {
    honeypot.check(data);
    return false;
  } catch (error) {
    if (error instanceof SpamError) return true;
    throw error;
  }
}
