// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { FavouritesPage } from "#app/components/favourites/favourites-page.tsx";
import { renderPage } from "#tests/support/checks/render-page.tsx";

afterEach(cleanup);

const PAGE = { cards: [], goneCount: 0, isCustomer: false, max: 50, share: null, savedCount: null };

test("when the removed favourite took its button along, the heading has the focus", () => {
  const answer = { ok: true, removed: { name: "Pull-along Dog", undo: "101", at: 0 } } as const;

  renderPage(
    <main>
      <FavouritesPage page={PAGE} answer={answer} />
    </main>,
  );

  expect(screen.getByRole("button", { name: "Undo the removal of Pull-along Dog" })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});
