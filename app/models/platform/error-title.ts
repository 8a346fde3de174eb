/** What the title of a page says first when a form came back: the browser's tab and screen readers tell it at once. */
const ERROR_PREFIX = "Error: ";

/** `title` of a page that has an error to mend. */
export function titleWithError(title: string): string {
  return title.startsWith(ERROR_PREFIX) ? title : ERROR_PREFIX + title;
}

/** True when `answer`, which a form was given, says that something was refused: a field, or the form as a whole. */
export function isRefusedForm(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return false;
  const { ok, errors, problem, message } = answer as Readonly<Record<string, unknown>>;
  if (ok === true) return false;
  return ok === false || hasEntries(errors) || Boolean(problem) || Boolean(message);
}

function hasEntries(errors: unknown): boolean {
  return typeof errors === "object" && errors !== null && Object.keys(errors).length > 0;
}
