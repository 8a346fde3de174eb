// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";

import { DeliverySection } from "#app/components/checkout/delivery-section.tsx";
import { type AddressLookup, choiceOf, TYPED_ADDRESS } from "#app/models/checkout/found-address.ts";
import { CHECKOUT_VIEW } from "#tests/support/checks/checkout-pages.ts";
import { renderPage } from "#tests/support/checks/render-page.tsx";

afterEach(cleanup);

const POSTCODE = "SY9 5AE";
const FOUND: AddressLookup = {
  postcode: POSTCODE,
  choices: [choiceOf(POSTCODE, { line1: "3 Orchard Way", line2: "", town: "Bishop’s Castle" })],
};

/** A checkout whose list of addresses comes when the button is pressed. */
function Checkout() {
  const [lookup, setLookup] = useState<AddressLookup>(null);
  return (
    <form>
      <DeliverySection view={CHECKOUT_VIEW} errors={{}} isGuest saved={[]} lookup={lookup} />
      <button type="button" onClick={() => setLookup(FOUND)}>
        The list comes
      </button>
    </form>
  );
}

const field = (label: string) => screen.getAllByLabelText<HTMLInputElement>(new RegExp(`^${label}`))[0]!;

function chosenWhenTheListComes(): string {
  fireEvent.click(screen.getByRole("button", { name: "The list comes" }));
  return screen.getByRole<HTMLSelectElement>("combobox", { name: `Address in ${POSTCODE}` }).value;
}

test.each([
  ["bs14dj", "To BS1 4DJ."],
  ["nowhere", "To NOWHERE."],
])("the typed postcode %s is written as post offices do: %s", (postcode, text) => {
  const view = { ...CHECKOUT_VIEW, values: { delivery_postal_code: postcode, delivery_country_code: "GB" } };
  renderPage(<DeliverySection view={view} errors={{}} isGuest saved={[]} lookup={null} />);

  expect(screen.getByText(/^To /).textContent).toContain(text);
});

test("a list of addresses that comes before the street was typed asks to choose", () => {
  renderPage(<Checkout />);
  fireEvent.change(field("First name"), { target: { value: "Hannah" } });

  expect(chosenWhenTheListComes()).toBe("");
});

test.each(["Address line 1", "Address line 2", "Town or city"])(
  "a list of addresses that comes after %s was typed leaves the typed street",
  (label) => {
    renderPage(<Checkout />);
    fireEvent.change(field(label), { target: { value: "14 Slad Road" } });

    expect(chosenWhenTheListComes()).toBe(TYPED_ADDRESS);
    expect(field(label).value).toBe("14 Slad Road");
  },
);

test("a list of addresses that comes while the cursor is in the street leaves it there", () => {
  renderPage(<Checkout />);
  field("Address line 1").focus();

  expect(chosenWhenTheListComes()).toBe(TYPED_ADDRESS);
});
