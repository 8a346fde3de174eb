import { DeskField, DeskSelect, DeskText } from "#app/components/desk/desk-form.tsx";
import { SAFETY_MAX } from "#app/models/desk/products/safety-form.ts";

import { type FormProps, productField, ProductPart } from "./product-parts.tsx";

const AGES = [
  { name: "ageMin", label: "Legal minimum age, in months" },
  { name: "suitableFrom", label: "Suitable from, in months" },
  { name: "ageMax", label: "Suitable up to, in months" },
] as const;

const MAKER = [
  { name: "makerName", label: "Maker" },
  { name: "makerAddress", label: "Postal address of the maker" },
  { name: "makerContact", label: "Email address or website of the maker" },
  { name: "makerCountry", label: "Country of the maker, two letters" },
] as const;

const GUARANTEE = [
  { name: "guaranteeYears", label: "Years of the producer’s guarantee" },
  { name: "guaranteeBrand", label: "Brand on its label" },
  { name: "guaranteeModel", label: "Model on its label" },
] as const;

export const SAFETY_LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...AGES, ...MAKER, ...GUARANTEE].map(({ name, label }) => [name, label])),
  warnings: "Warnings",
  toy: "Toy",
  safety: "Age and safety",
};

const FIELDS = ["toy", "ages", "warnings", "maker", "durability"];

export const TOY = [
  { value: "yes", text: "A toy: it needs an age and warnings" },
  { value: "no", text: "Not a toy" },
] as const;

export function ProductSafety(form: FormProps) {
  const { product } = form;
  return (
    <ProductPart id="safety" title="Age and safety" inputs={FIELDS} product={product}>
      {product.may.weaken ? null : (
        <p className="hint">
          You can add a warning or raise an age. Only an owner can remove a warning or lower an age.
        </p>
      )}
      <DeskSelect {...productField(form, "toy", "Toy")} options={TOY} />
      {AGES.map(({ name, label }) => (
        <DeskField {...productField(form, name, label)} key={name} inputMode="numeric" maxLength={3} />
      ))}
      <DeskText
        {...productField(form, "warnings", "Warnings, one per line")}
        hint="The shop puts “Warning.” before each one."
        rows={7}
        maxLength={SAFETY_MAX.warnings}
      />
      {MAKER.map(({ name, label }) =>
        name === "makerAddress" ? (
          <DeskText {...productField(form, name, label)} key={name} rows={3} maxLength={SAFETY_MAX[name]} />
        ) : (
          <DeskField {...productField(form, name, label)} key={name} maxLength={SAFETY_MAX[name]} />
        ),
      )}
      <p className="hint">
        Fill in the guarantee only where the producer itself guarantees the whole product for more than two
        years, free of charge, and has told us so. Orders to the European Union then have the EU label.
      </p>
      {GUARANTEE.map(({ name, label }) => (
        <DeskField {...productField(form, name, label)} key={name} maxLength={SAFETY_MAX[name]} />
      ))}
    </ProductPart>
  );
}
