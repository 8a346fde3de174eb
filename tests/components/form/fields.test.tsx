import { expect, test } from "vitest";

import { CheckField } from "#app/components/form/check-field.tsx";
import { ChoiceRows } from "#app/components/form/choice-rows.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { staticPage } from "#tests/support/checks/render-page.tsx";

test("a field is linked to its label, its hint and its error", async () => {
  const error = "Write the second half too";
  const shown = await staticPage(
    <TextField name="postcode" label="Postcode" hint="As on a letter" error={error} value="BS8" />,
  );

  const input = shown.getByRole<HTMLInputElement>("textbox", { name: "Postcode" });
  expect(input.id).toBe("postcode");
  expect(input.value).toBe("BS8");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(input.getAttribute("aria-describedby")).toBe("postcode-hint postcode-error");
  expect(shown.page.querySelector("#postcode-error")?.textContent).toBe(error);
});

test("a field without hint and error has no aria-describedby", async () => {
  const shown = await staticPage(<TextField name="city" label="Town or city" />);

  const input = shown.getByRole("textbox", { name: "Town or city" });
  expect(input.hasAttribute("aria-describedby")).toBe(false);
  expect(input.hasAttribute("aria-invalid")).toBe(false);
});

test('an optional field shows "optional" in its label', async () => {
  const shown = await staticPage(<TextField name="company" label="Company" optional />);

  expect(shown.getByRole("textbox", { name: "Company (optional)" })).toBeTruthy();
});

test("a select shows the chosen value", async () => {
  const options = [
    { value: "GB", label: "United Kingdom" },
    { value: "IE", label: "Ireland" },
  ];

  const shown = await staticPage(<SelectField name="country" label="Country" options={options} value="IE" />);

  expect(shown.getByRole<HTMLSelectElement>("combobox", { name: "Country" }).value).toBe("IE");
});

test("a checkbox is inside its label", async () => {
  const shown = await staticPage(<CheckField name="same" label="Same as delivery address" defaultChecked />);

  expect(shown.getByRole<HTMLInputElement>("checkbox", { name: /Same as delivery/ }).checked).toBe(true);
});

test("an error links to the first of a group of choices", async () => {
  const choices = [
    { value: "standard", title: "Standard", aside: "Free" },
    { value: "express", title: "Express", aside: "£6.95" },
  ];

  const shown = await staticPage(
    <ChoiceRows name="delivery" legend="Delivery" error="Choose a delivery" choices={choices} />,
  );

  expect(shown.page.querySelector("#delivery")).toBe(shown.getAllByRole("radio")[0]);
  expect(shown.getByRole("group", { name: "Delivery" }).getAttribute("aria-describedby")).toBe(
    "delivery-error",
  );
});
