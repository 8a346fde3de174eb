// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { createMemoryRouter, Form, RouterProvider, useActionData } from "react-router-dom";
import { expect, test } from "vitest";

import { AuthFrame } from "#app/components/auth/auth-frame.tsx";
import { ListCheckoutPage } from "#app/components/checkout/list-checkout-page.tsx";
import { ComparePage } from "#app/components/compare/compare-page.tsx";
import { FavouritesPage } from "#app/components/favourites/favourites-page.tsx";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { RefusalNotice } from "#app/components/form/refusal-notice.tsx";
import { GiftListNotices } from "#app/components/gift-list/notices.tsx";
import { LIST_CHECKOUT_PAGE } from "#tests/support/checks/checkout-pages.ts";
import { hydratePage, renderPage, settle, useJsdom } from "#tests/support/checks/render-page.tsx";

const scrolledTo = useJsdom();

type Answer = Readonly<{ problem: string; errors: Record<string, string> }>;

const KINDS: ReadonlyArray<readonly [string, (answer: Answer) => ReactElement]> = [
  ["notice", ({ problem }) => <RefusalNotice>{problem}</RefusalNotice>],
  ["summary", ({ errors }) => <ErrorSummary errors={errors} />],
];

test.each(KINDS)(
  "the %s takes focus in view once for each answer, and not again after revalidation",
  async (_, draw) => {
    function Page() {
      const answer = useActionData() as Answer | undefined;
      return (
        <Form method="post">
          {answer ? draw(answer) : null}
          <input id="street" />
          <button>Pay now</button>
        </Form>
      );
    }
    const reads: Array<() => void> = [];
    const loader = () => new Promise((resolve) => reads.push(() => resolve(null)));
    const action = () => ({ problem: "The total has changed", errors: { street: "Write the number too" } });
    const router = createMemoryRouter([{ path: "/", element: <Page />, action, loader }]);
    render(<RouterProvider router={router} />);
    reads.shift()?.();
    await settle();

    for (const time of [1, 2]) {
      fireEvent.click(screen.getByRole("button"));
      await settle();
      expect(document.activeElement, `time ${time}`).toBe(screen.getByRole("alert"));
      expect(scrolledTo(), `time ${time}`).toHaveLength(time);

      document.getElementById("street")?.focus();
      reads.shift()?.();
      await settle();
      expect(router.state.navigation.state).toBe("idle");
      expect(document.activeElement?.id, `time ${time}`).toBe("street");
    }
  },
);

const ANSWER = { errors: {}, problem: "You have tried too many times", values: {} };
const FAVOURITES = { cards: [], goneCount: 0, isCustomer: false, max: 50, share: null, savedCount: null };
const COMPARISON = { products: [], rows: [], onlyDifferences: false, candidate: null };

const PAGES: ReadonlyArray<readonly [string, ReactElement]> = [
  ["login", <AuthFrame key="" title="Log in" answer={ANSWER} children={null} />],
  ["gift list", <GiftListNotices key="" answer={ANSWER} note={null} />],
  ["list checkout", <ListCheckoutPage key="" {...LIST_CHECKOUT_PAGE} problem="The total has changed" />],
  [
    "list checkout with a gift that is taken",
    <ListCheckoutPage key="" {...LIST_CHECKOUT_PAGE} conflict={{ name: "Ark", isGone: true }} />,
  ],
  ["comparison", <ComparePage key="" {...COMPARISON} problem="We could not find that product" />],
  [
    "favourites",
    <FavouritesPage key="" page={FAVOURITES} answer={{ ok: false, message: "You have tried too often" }} />,
  ],
];

test.each(PAGES)("the refusal above the page takes focus in view, on the page: %s", (_, page) => {
  renderPage(page);

  expect(document.activeElement).toBe(screen.getByRole("alert"));
  expect(scrolledTo()).toHaveLength(1);
});

const TWICE = { ...ANSWER, errors: { email: "Write your email address" } };

test("of a notice and a summary for one answer, the first takes focus and is scrolled to", () => {
  renderPage(<AuthFrame title="Log in" answer={TWICE} children={null} />);

  expect(document.activeElement).toBe(screen.getAllByRole("alert")[0]);
  expect(document.activeElement?.textContent).toBe(ANSWER.problem);
  expect(scrolledTo()).toHaveLength(1);
});

const LOGIN = (
  <AuthFrame title="Log in" answer={TWICE}>
    <input id="email" />
  </AuthFrame>
);

test("when the scripts come to a page with a refusal, the notice takes focus", async () => {
  await hydratePage(LOGIN);

  expect(document.activeElement?.textContent).toBe(ANSWER.problem);
  expect(scrolledTo()).toHaveLength(1);
});

test("when the scripts come after the shopper went to a field, the focus and the scroll stay", async () => {
  await hydratePage(LOGIN, () => document.getElementById("email")?.focus());

  expect(document.activeElement?.id).toBe("email");
  expect(scrolledTo()).toEqual([]);
});
