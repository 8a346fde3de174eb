/** Begins the title, so that browser tabs and screen readers announce errors in a form. */
const ERROR_PREFIX = "Error: ";

export function titleWithError(title: string): string {
  return title.startsWith(ERROR_PREFIX) ? title : ERROR_PREFIX + title;
}

export function isRefusedForm(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return false;
  const { ok, errors, problem, message } = answer as Readonly<Record<string, unknown>>;
  if (ok === true) return false;
  return ok === false || hasEntries(errors) || Boolean(problem) || Boolean(message);
}

function hasEntries(errors: unknown): boolean {
  return typeof errors === "object" && errors !== null && Object.keys(errors).length > 0;
}
