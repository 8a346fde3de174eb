import { DeskField, DeskSelect } from "#app/components/desk/desk-form.tsx";

import { declaredIn, DeclaredInputs, type FormProps, productField, ProductPart } from "./product-parts.tsx";

export const KIND_LABELS: Readonly<Record<string, string>> = {
  category: "Category",
  brand: "Brand",
  tax: "Tax in the price",
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

export function ProductDelivery(form: FormProps) {
  return (
    <ProductPart
      id="sending"
      title="Delivery"
      inputs={[...declaredIn("sending"), "size"]}
      product={form.product}
    >
      <DeclaredInputs part="sending" {...form} />
      {["width", "depth", "height"].map((name) => (
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
