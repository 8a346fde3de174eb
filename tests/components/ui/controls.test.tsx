// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";

import { Button } from "#app/components/ui/button.tsx";
import { BUTTON_SIZES } from "#app/components/ui/component-options.ts";
import { Quantity } from "#app/components/ui/quantity.tsx";
import { filledWidth, ratingText, reviewsText } from "#app/components/ui/rating-stars.tsx";
import { StarRating } from "#app/components/ui/star-rating.tsx";
import { Swatches } from "#app/components/ui/swatches.tsx";
import { useJsdom } from "#tests/support/checks/render-page.tsx";

useJsdom();

const FABRICS = [
  { key: "sand", label: "Sand", hex: "#cdb899" },
  { key: "sage", label: "Sage", hex: "#8fa389" },
  { key: "navy", label: "Navy", hex: "#44536b", isSoldOut: true },
];

test("a button submits only where it is told to, and medium is the size of one that has none", () => {
  render(<Button>Edit</Button>);
  expect(screen.getByRole("button", { name: "Edit" }).getAttribute("type")).toBe("button");

  expect(BUTTON_SIZES).toEqual(["", "is-extra-small", "is-small", "is-medium", "is-large"]);
  const { container } = render(
    BUTTON_SIZES.map((size) => (
      <Button key={size} size={size} nativeType="submit">
        Save
      </Button>
    )),
  );
  const buttons = [...container.querySelectorAll("button")];
  expect(buttons.map(({ type }) => type)).toEqual(BUTTON_SIZES.map(() => "submit"));
  expect(buttons.map(({ className }) => className)).toEqual([
    ...["btn", "btn btn--tiny", "btn btn--small", "btn", "btn btn--big"],
  ]);
});

test("Enter in the quantity field submits the first submit button", () => {
  const intents = { set: "set-quantity", fewer: "decrease", more: "increase" };

  render(<Quantity label="Quantity of Duck" value={2} max={9} intents={intents} />);

  const values = screen.getAllByRole("button").map((button) => button.getAttribute("value"));
  expect(values).toEqual(["set-quantity", "decrease", "increase"]);
});

test("the stepper stops at its minimum and its maximum, and its buttons keep the focus there", () => {
  const intents = { set: "set", fewer: "fewer", more: "more" };
  const sent: Array<string | null> = [];
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.push((event.nativeEvent as SubmitEvent).submitter?.getAttribute("value") ?? null);
      }}
    >
      <Quantity label="Duck" value={1} min={1} max={1} intents={intents} />
    </form>,
  );

  for (const name of [/Decrease/, /Increase/]) {
    const step = screen.getByRole<HTMLButtonElement>("button", { name });
    step.focus();
    fireEvent.click(step);
    expect(document.activeElement).toBe(step);
    expect([step.disabled, step.getAttribute("aria-disabled")]).toEqual([false, "true"]);
  }
  expect(sent).toEqual([]);
});

test("a new quantity from the server replaces the old one", () => {
  const { rerender } = render(<Quantity label="Duck" value={2} max={9} />);

  rerender(<Quantity label="Duck" value={5} max={9} />);

  expect(screen.getByRole<HTMLInputElement>("spinbutton").value).toBe("5");
});

test("swatches show the name of the chosen colour, and a sold-out colour can still be chosen", () => {
  const picked: Array<string> = [];
  render(<Swatches legend="Fabric" values={FABRICS} chosen="sage" onChange={(key) => picked.push(key)} />);

  expect(screen.getByRole("group", { name: "Fabric: Sage" })).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "Navy Sold out" }));

  expect(picked).toEqual(["navy"]);
  expect(screen.getByRole("group", { name: "Fabric: Navy" })).toBeTruthy();
});

test("the choice from the server replaces an earlier choice", () => {
  const { rerender } = render(<Swatches legend="Fabric" values={FABRICS} chosen="sage" />);
  fireEvent.click(screen.getByRole("radio", { name: "Sand" }));

  rerender(<Swatches legend="Fabric" values={FABRICS} chosen="navy" />);

  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Navy Sold out" }).checked).toBe(true);
});

test("a rating input has five stars of 50 px, each selectable, and submits its value", () => {
  const { container } = render(<StarRating name="rating" legend="Your rating" />);

  const stars = screen.getAllByRole<HTMLInputElement>("radio").map(({ value }) => Number(value));
  expect(stars).toEqual([1, 2, 3, 4, 5]);
  expect(container.querySelector("svg")?.getAttribute("width")).toBe("50");
  expect(screen.queryByText(/out of/)).toBeNull();
});

test("stars are drawn in halves, and the number beside them is exact", () => {
  const { container } = render(<StarRating readOnly value={4.7} />);
  const counted = render(<StarRating readOnly size={16} value={4.5} count={12} />).container;

  expect(filledWidth(4.7, 5, 1)).toBe(4 * 17 + 8);
  expect([filledWidth(4.8, 5, 1), filledWidth(9, 5, 1), filledWidth(-1, 5, 1)]).toEqual([85, 85, 0]);
  expect(container.textContent).toBe("4.7 out of 5");
  expect(counted.textContent).toBe("4.5 out of 5, 12 reviews");
  expect([ratingText(4), reviewsText(1)]).toEqual(["4 out of 5", "1 review"]);
  expect(container.querySelector("svg")?.getAttribute("height")).toBe("50");
  expect(screen.queryByRole("radio")).toBeNull();
});

test("a rating input accepts another number of stars, another step and an initial value", () => {
  render(<StarRating name="rating" legend="Your rating" max={3} increment={0.5} size={30} value={1.5} />);

  expect(screen.getAllByRole("radio")).toHaveLength(6);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "1.5 stars" }).checked).toBe(true);
  expect(screen.getByRole("group", { name: "Your rating" })).toBeTruthy();
});

test("without scripts the stepper buttons are hidden, and no component has a style attribute", () => {
  const html = renderToString(
    <>
      <Swatches legend="Fabric" values={FABRICS} chosen="sage" />
      <StarRating readOnly value={3.5} />
      <StarRating name="rating" legend="Your rating" />
      <Quantity label="Duck" value={1} max={9} />
    </>,
  );

  expect(html).toContain('class="_waiting');
  expect(html).not.toMatch(/ style=/);
});
