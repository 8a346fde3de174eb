import { expect, test } from "vitest";

import { isRefusedForm, titleWithError } from "#app/models/platform/error-title.ts";

test('the title begins with "Error" once', () => {
  expect(titleWithError("Log in | Hollybough")).toBe("Error: Log in | Hollybough");
  expect(titleWithError(titleWithError("Log in"))).toBe("Error: Log in");
});

test.each([
  ["a field's error", { errors: { email: "Enter your email address" }, problem: null, values: {} }, true],
  ["a problem of the whole form", { errors: {}, problem: "Too many tries" }, true],
  ["a problem with a code", { kind: "form", errors: {}, problem: { code: "cart-empty" } }, true],
  ["a refused command", { ok: false, code: "unknown-action", message: "No" }, true],
  ["a message alone", { message: "We did not recognise that button. Go back and try again" }, true],
  ["what was done", { ok: true, message: "Saved" }, false],
  ["a form drawn anew", { kind: "form", view: {}, errors: {}, problem: null }, false],
  ["another page", { kind: "already-ordered", orderId: "order_1" }, false],
  ["no answer", undefined, false],
  ["nothing", null, false],
])("%s is recognised", (_, answer, isRefused) => {
  expect(isRefusedForm(answer)).toBe(isRefused);
});
