/** The details page shows them, because a file has no page. */

const REFUSALS: ReadonlyMap<string, string> = new Map([
  ["password-missing", "Enter your password"],
  ["password-wrong", "Your password is not correct"],
  ["login-slow-down", "You have tried too many times. Wait a few minutes, then try again"],
  ["rate-limited", "You have downloaded your data too many times. Wait an hour, then try again"],
  ["busy", "The shop is very busy. Wait a moment, then try again"],
]);

export function exportErrors(code: string | null): Readonly<Record<string, string>> {
  const message = REFUSALS.get(code ?? "");
  return message === undefined ? {} : { exportPassword: message };
}
