// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";

import { ErrorSummary } from "#app/components/form/error-summary.tsx";

afterEach(cleanup);

beforeEach(() => {
  // The browser that the tests run in has no layout to scroll.
  window.scrollTo = () => {};
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
});

function sample(errors: Record<string, string>) {
  return (
    <MemoryRouter>
      <ErrorSummary errors={errors} />
      <label>
        Postcode <input id="postcode" />
      </label>
    </MemoryRouter>
  );
}

test("a summary takes focus when it appears", () => {
  render(sample({ postcode: "Write the second half too" }));

  expect(document.activeElement).toBe(screen.getByRole("alert"));
});

test("without errors there is no summary", () => {
  render(sample({}));

  expect(screen.queryByRole("alert")).toBeNull();
});

test("each error leads to its field without leaving the page", () => {
  render(sample({ postcode: "Write the second half too" }));
  const link = screen.getByRole("link", { name: "Write the second half too" });

  const isLeaving = fireEvent.click(link);

  expect(link.getAttribute("href")).toBe("#postcode");
  expect(isLeaving).toBe(false);
  expect(document.activeElement?.id).toBe("postcode");
});

test("a new draw of the same page does not take the focus from the field", () => {
  const { rerender } = render(sample({ postcode: "Write the second half too" }));
  document.getElementById("postcode")?.focus();

  rerender(sample({ postcode: "Write the second half too" }));

  expect(document.activeElement?.id).toBe("postcode");
});
