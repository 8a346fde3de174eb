// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, Form, RouterProvider, useActionData } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";

import { ErrorSummary } from "#app/components/form/error-summary.tsx";

afterEach(cleanup);

beforeEach(() => {
  // The browser that the tests run in has no layout to scroll.
  window.scrollTo = () => {};
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
});

const ERRORS = { postcode: "Write the second half too" };

/** A page whose form answered `errors`, where it answered. */
function Page({ errors }: Readonly<{ errors?: Record<string, string> }>) {
  const answer = useActionData() as typeof errors;
  return (
    <Form method="post">
      <ErrorSummary errors={errors ?? answer ?? {}} />
      <label>
        Postcode <input id="postcode" />
      </label>
      <button>Send</button>
    </Form>
  );
}

function sample(errors: Record<string, string>) {
  return <RouterProvider router={createMemoryRouter([{ path: "/", element: <Page errors={errors} /> }])} />;
}

test("a summary takes focus when it appears", () => {
  render(sample(ERRORS));

  expect(document.activeElement).toBe(screen.getByRole("alert"));
});

test("a form without errors has no summary", () => {
  render(sample({}));

  expect(screen.queryByRole("alert")).toBeNull();
});

test("each error links to its field without leaving the page", () => {
  render(sample(ERRORS));
  const link = screen.getByRole("link", { name: "Write the second half too" });

  const isLeaving = fireEvent.click(link);

  expect(link.getAttribute("href")).toBe("#postcode");
  expect(isLeaving).toBe(false);
  expect(document.activeElement?.id).toBe("postcode");
});

test("an error whose field is not there keeps the page and its errors", () => {
  render(sample({ missing: "Choose an item" }));

  expect(fireEvent.click(screen.getByRole("link", { name: "Choose an item" }))).toBe(false);
});

/** Lets the router go as far as it can. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)));

test("the summary takes focus once for each response, and not again after revalidation", async () => {
  const reads: Array<() => void> = [];
  const router = createMemoryRouter([
    {
      path: "/",
      element: <Page />,
      action: () => ({ ...ERRORS }),
      loader: () => new Promise((resolve) => reads.push(() => resolve(null))),
    },
  ]);
  render(<RouterProvider router={router} />);
  reads.shift()?.();
  await settle();
  const focused = () => document.activeElement?.id ?? "";

  for (const time of ["first", "the same again"]) {
    fireEvent.click(screen.getByRole("button"));
    await settle();
    expect(document.activeElement, time).toBe(screen.getByRole("alert"));

    document.getElementById("postcode")?.focus();
    reads.shift()?.();
    await settle();
    expect([router.state.navigation.state, focused()], time).toEqual(["idle", "postcode"]);
  }
});
