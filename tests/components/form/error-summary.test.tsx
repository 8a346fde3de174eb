// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { Form } from "react-router-dom";
import { expect, test } from "vitest";

import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { renderPage, useJsdom } from "#tests/support/checks/render-page.tsx";

useJsdom();

const ERRORS = { postcode: "Write the second half too" };

function Page({ errors }: Readonly<{ errors: Record<string, string> }>) {
  return (
    <Form method="post">
      <ErrorSummary errors={errors} />
      <label>
        Postcode <input id="postcode" />
      </label>
    </Form>
  );
}

test("a form without errors has no summary", () => {
  renderPage(<Page errors={{}} />);

  expect(screen.queryByRole("alert")).toBeNull();
});

test("a summary takes focus when it appears, and each error links to its field without leaving the page", () => {
  renderPage(<Page errors={ERRORS} />);
  expect(document.activeElement).toBe(screen.getByRole("alert"));
  const link = screen.getByRole("link", { name: "Write the second half too" });

  const isLeaving = fireEvent.click(link);

  expect(link.getAttribute("href")).toBe("#postcode");
  expect(isLeaving).toBe(false);
  expect(document.activeElement?.id).toBe("postcode");
});

test("an error whose field is not there keeps the page and its errors", () => {
  renderPage(<Page errors={{ missing: "Choose an item" }} />);

  expect(fireEvent.click(screen.getByRole("link", { name: "Choose an item" }))).toBe(false);
});
