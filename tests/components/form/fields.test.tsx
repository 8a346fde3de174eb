// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { CheckField } from "#app/components/form/check-field.tsx";
import { ChoiceRows } from "#app/components/form/choice-rows.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { TextField } from "#app/components/form/text-field.tsx";

afterEach(cleanup);

test("a field is linked to its label, its hint and its error", () => {
  render(
    <TextField
      name="postcode"
      label="Postcode"
      hint="As on a letter"
      error="Write the second half too"
      value="BS8"
    />,
  );

  const input = screen.getByRole<HTMLInputElement>("textbox", { name: "Postcode" });
  expect(input.id).toBe("postcode");
  expect(input.value).toBe("BS8");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(input.getAttribute("aria-describedby")).toBe("postcode-hint postcode-error");
  expect(document.getElementById("postcode-error")?.textContent).toBe("Write the second half too");
});

test("a field without hint and error has no aria-describedby", () => {
  render(<TextField name="city" label="Town or city" />);

  const input = screen.getByRole("textbox", { name: "Town or city" });
  expect(input.hasAttribute("aria-describedby")).toBe(false);
  expect(input.hasAttribute("aria-invalid")).toBe(false);
});

test('an optional field shows "optional" in its label', () => {
  render(<TextField name="company" label="Company" optional />);

  expect(screen.getByRole("textbox", { name: "Company (optional)" })).toBeTruthy();
});

test("a select shows the chosen value", () => {
  const options = [
    { value: "GB", label: "United Kingdom" },
    { value: "IE", label: "Ireland" },
  ];

  render(<SelectField name="country" label="Country" options={options} value="IE" />);

  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Country" }).value).toBe("IE");
});

test("a checkbox is inside its label", () => {
  render(<CheckField name="same" label="Same as delivery address" defaultChecked />);

  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /Same as delivery/ }).checked).toBe(true);
});

test("an error links to the first of a group of choices", () => {
  const choices = [
    { value: "standard", title: "Standard", aside: "Free" },
    { value: "express", title: "Express", aside: "£6.95" },
  ];

  render(<ChoiceRows name="delivery" legend="Delivery" error="Choose a delivery" choices={choices} />);

  expect(document.getElementById("delivery")).toBe(screen.getAllByRole("radio")[0]);
  expect(screen.getByRole("group", { name: "Delivery" }).getAttribute("aria-describedby")).toBe(
    "delivery-error",
  );
});
