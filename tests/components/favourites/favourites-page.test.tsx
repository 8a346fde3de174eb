// @vitest-environment jsdom
import { screen, render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useActionData } from "react-router-dom";
import { expect, test } from "vitest";

import { type FavouritesAnswer, FavouritesPage } from "#app/components/favourites/favourites-page.tsx";
import { paths } from "#app/paths.ts";
import { press, useJsdom } from "#tests/support/checks/render-page.tsx";

useJsdom();

const PAGE = { cards: [], goneCount: 1, isCustomer: false, max: 50, share: null, savedCount: null };
const REMOVED: FavouritesAnswer = { ok: true, removed: { name: "Pull-along Dog", undo: "101", at: 0 } };

/** The page after the answer of its last form, which is `REMOVED` at first. */
function Page() {
  const answer = useActionData() as FavouritesAnswer | undefined;
  return (
    <main>
      <FavouritesPage page={PAGE} answer={answer ?? REMOVED} />
    </main>
  );
}

function favourites(answer: FavouritesAnswer): void {
  const path = paths.favourites();
  const routes = [{ path, element: <Page />, action: () => answer }];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />);
}

const UNDO = "Undo the removal of Pull-along Dog";

test('when the notice took its "Undo" along, the heading has the focus', async () => {
  favourites({ ok: true });
  expect(document.activeElement).toBe(document.body);

  await press(UNDO);

  expect(screen.queryByRole("button", { name: UNDO })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

test("a button that is still there after the answer retains the focus", async () => {
  favourites(REMOVED);

  await press(UNDO);

  expect(document.activeElement).toBe(screen.getByRole("button", { name: UNDO }));
});
