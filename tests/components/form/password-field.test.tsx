// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { PasswordField } from "#app/components/form/password-field.tsx";
import { renderPage, servedPage, useJsdom } from "#tests/support/checks/render-page.tsx";

useJsdom();

const form = (
  <form onSubmit={(event) => event.preventDefault()}>
    <PasswordField
      name="password"
      label="New password"
      hint="At least 12 characters"
      error="Choose a longer one"
      autoComplete="new-password"
    />
  </form>
);

test("a password field is linked to its label, hint and error, and has the autocomplete value for its purpose", () => {
  renderPage(form);
  const input = screen.getByLabelText("New password");

  expect(input.getAttribute("type")).toBe("password");
  expect(input.getAttribute("autocomplete")).toBe("new-password");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(input.getAttribute("aria-describedby")).toBe("password-hint password-error");
});

test("the button shows the password, announces it, and hides it again", () => {
  renderPage(form);
  const input = screen.getByLabelText("New password");

  fireEvent.click(screen.getByRole("button", { name: "Show new password" }));
  expect(input.getAttribute("type")).toBe("text");
  expect(screen.getByRole("status").textContent).toBe("Your password is visible");

  fireEvent.click(screen.getByRole("button", { name: "Hide new password" }));
  expect(input.getAttribute("type")).toBe("password");
});

test("a shown password is hidden before the form is sent", () => {
  renderPage(form);
  const input = screen.getByLabelText<HTMLInputElement>("New password");
  fireEvent.click(screen.getByRole("button", { name: "Show new password" }));

  fireEvent.submit(input.form as HTMLFormElement);

  expect(input.type).toBe("password");
});

test("without scripts there is no show button and no value", async () => {
  const { html } = await servedPage([{ path: "*", element: form }]);

  expect(html).not.toContain("<button");
  expect(html).not.toContain("value=");
});
