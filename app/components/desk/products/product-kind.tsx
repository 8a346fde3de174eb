import { DeskField, DeskSelect, FormPart } from "#app/components/desk/desk-form.tsx";
import { DELIVERY_NAMES } from "#app/models/desk/products/field-words.ts";

import type { FormProps } from "./product-parts.tsx";

export const KIND_LABELS: Readonly<Record<string, string>> = {
  category: "Category",
  brand: "Brand",
  tax: "Tax in the price",
  delivery: "Delivery class",
  weight: "Weight in kg",
  width: "Width in cm",
  depth: "Depth in cm",
  height: "Height in cm",
};

export function ProductKind({ product, answer }: FormProps) {
  const { inputs, choices, changed, may } = product;
  const chosen = ["category", "brand", ...(may.price ? ["tax"] : [])] as ReadonlyArray<keyof typeof choices>;
  return (
    <FormPart
      id="kind"
      title="Category and brand"
      isChanged={["category", "brand", "tax"].some((field) => changed.includes(field))}
    >
      {chosen.map((name) => (
        <DeskSelect
          key={name}
          name={name}
          label={KIND_LABELS[name] ?? name}
          answer={answer}
          value={inputs[name] ?? ""}
          options={choices[name]}
        />
      ))}
    </FormPart>
  );
}

const CLASSES = Object.entries(DELIVERY_NAMES).map(([value, text]) => ({ value, text }));

export function ProductDelivery({ product, answer }: FormProps) {
  const { inputs, changed } = product;
  return (
    <FormPart
      id="sending"
      title="Delivery"
      isChanged={["delivery", "weight", "size"].some((field) => changed.includes(field))}
    >
      <DeskSelect
        name="delivery"
        label="Delivery class"
        answer={answer}
        value={inputs["delivery"] ?? ""}
        options={CLASSES}
      />
      {["weight", "width", "depth", "height"].map((name) => (
        <DeskField
          key={name}
          name={name}
          label={KIND_LABELS[name] ?? name}
          answer={answer}
          value={inputs[name] ?? ""}
          inputMode="decimal"
          maxLength={10}
        />
      ))}
    </FormPart>
  );
}
