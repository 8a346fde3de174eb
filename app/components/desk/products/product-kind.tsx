import { DeskField, DeskSelect } from "#app/components/desk/desk-form.tsx";
import { DELIVERY_NAMES } from "#app/models/desk/products/field-words.ts";

import { type FormProps, productField, ProductPart } from "./product-parts.tsx";

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

export function ProductKind(form: FormProps) {
  const { product } = form;
  const { choices, may } = product;
  const chosen = ["category", "brand", ...(may.price ? ["tax"] : [])] as ReadonlyArray<keyof typeof choices>;
  return (
    <ProductPart id="kind" title="Category and brand" inputs={["category", "brand", "tax"]} product={product}>
      {chosen.map((name) => (
        <DeskSelect
          {...productField(form, name, KIND_LABELS[name] ?? name)}
          key={name}
          options={choices[name]}
        />
      ))}
    </ProductPart>
  );
}

const CLASSES = Object.entries(DELIVERY_NAMES).map(([value, text]) => ({ value, text }));

export function ProductDelivery(form: FormProps) {
  return (
    <ProductPart id="sending" title="Delivery" inputs={["delivery", "weight", "size"]} product={form.product}>
      <DeskSelect {...productField(form, "delivery", "Delivery class")} options={CLASSES} />
      {["weight", "width", "depth", "height"].map((name) => (
        <DeskField
          {...productField(form, name, KIND_LABELS[name] ?? name)}
          key={name}
          inputMode="decimal"
          maxLength={10}
        />
      ))}
    </ProductPart>
  );
}
