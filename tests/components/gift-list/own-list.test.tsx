// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";

import {
  OwnListPage,
  type OwnListPageProps,
  giftQuantityFieldId,
} from "#app/components/gift-list/own-list-page.tsx";
import type { ShownGift } from "#app/models/gift-list/shown-gift.ts";
import { renderPage } from "#tests/support/checks/render-page.tsx";

beforeEach(() => {
  window.matchMedia = () => ({ matches: true }) as MediaQueryList;
  window.scrollTo = () => {};
});
afterEach(cleanup);

function gift(id: string, name: string): ShownGift {
  return {
    id,
    name,
    path: null,
    image: null,
    price: null,
    optionText: null,
    ageText: null,
    note: null,
    isMostNeeded: false,
    sale: "on-sale",
    quantity: 2,
    quantityMaximum: 9,
  };
}

const PAGE: OwnListPageProps = {
  list: {
    id: "list",
    name: "The baby",
    family: "Hannah",
    email: "hannah@example.org",
    state: "draft",
    about: "",
    surpriseUntil: null,
    isOwner: true,
    owner: "Hannah",
    sentTo: null,
    isSentToGiver: true,
    coOwners: [],
    openUntil: "1 May 2027",
  },
  gifts: [gift("gift-1", "Ark"), gift("gift-2", "Duck")],
  share: null,
  note: null,
  answer: { errors: {}, problem: null, values: {} },
};

test("a wrong number stands at the field of its gift, with what was typed and a link to it", () => {
  const errors = { [giftQuantityFieldId("gift-2")]: "Choose a number from 1 to 50" };
  renderPage(<OwnListPage {...PAGE} answer={{ errors, problem: null, values: { quantity: "0" } }} />);
  const quantityOf = (name: string) =>
    screen.getByRole<HTMLInputElement>("spinbutton", { name: `How many ${name} are wanted` });

  expect([quantityOf("Ark").value, quantityOf("Ark").getAttribute("aria-invalid")]).toEqual(["2", null]);
  expect([quantityOf("Duck").value, quantityOf("Duck").getAttribute("aria-invalid")]).toEqual(["0", "true"]);
  const described = document.getElementById(quantityOf("Duck").getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toBe("Choose a number from 1 to 50");
  fireEvent.click(screen.getByRole("link", { name: "Choose a number from 1 to 50" }));
  expect(document.activeElement).toBe(quantityOf("Duck"));
});
