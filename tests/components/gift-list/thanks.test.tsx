// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, redirect, RouterProvider, useLoaderData } from "react-router-dom";
import { expect, test } from "vitest";

import { ThanksPage, type ThanksPageProps } from "#app/components/gift-list/thanks-page.tsx";
import { press, settle, useJsdom } from "#tests/support/checks/render-page.tsx";

useJsdom();

const PATH = "/gift-lists/mine/list/thanks";
const GIFT: ThanksPageProps["gifts"][number] = {
  claimId: "claim-1",
  giftName: "Ark",
  image: null,
  about: "Bought somewhere else",
  givers: "Uncle Ray",
  message: null,
  thankedOn: null,
  isWritten: false,
  canWrite: true,
  arrival: null,
  givenOn: "1 May 2027",
};
const PAGE: ThanksPageProps = {
  list: { id: "list", name: "The baby" },
  gifts: [GIFT],
  swapDays: null,
  writingTo: null,
  note: null,
  answer: { errors: {}, problem: null, values: {} },
};

/** Presses the button `name` of `before`, which leads to `after`. */
async function pressOn(name: string, before: ThanksPageProps, after: ThanksPageProps) {
  let page = before;
  const List = () => (
    <main>
      <ThanksPage {...(useLoaderData() as ThanksPageProps)} />
    </main>
  );
  const action = () => {
    page = after;
    return redirect(PATH);
  };
  const routes = [{ path: PATH, element: <List />, loader: () => page, action }];
  const router = createMemoryRouter(routes, { initialEntries: [PATH] });
  render(<RouterProvider router={router} />);
  await settle();
  await press(name);
  return router;
}

const THANKED: ThanksPageProps = { ...PAGE, gifts: [{ ...GIFT, thankedOn: "2 May 2027" }] };

test.each([
  ["Mark as thanked Ark", PAGE, THANKED, "Undo Ark"],
  ["Undo Ark", THANKED, PAGE, "Mark as thanked Ark"],
])("after the press of %s the button for the other way has the focus", async (name, before, after, other) => {
  await pressOn(name, before, after);

  expect(document.activeElement).toBe(screen.getByRole("button", { name: other }));
});

test.each([
  ["Yes Ark", "open"],
  ["Not yet Ark", "open"],
  ["It has arrived Ark", "missing"],
] as const)(
  "after %s the page is at its top, where the note is, and the heading has the focus",
  async (name, arrival) => {
    const before: ThanksPageProps = { ...PAGE, gifts: [{ ...GIFT, arrival }] };

    const router = await pressOn(name, before, { ...PAGE, note: { tone: "success", text: "Thank you." } });

    expect(screen.getByText("Thank you.")).toBeTruthy();
    expect(router.state.preventScrollReset).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  },
);
