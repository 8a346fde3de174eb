import { deskPaths } from "#app/desk-paths.ts";
import { DeskField } from "#app/components/desk/desk-form.tsx";
import { FORM_VARIANTS_MAX, variantInput } from "#app/models/desk/products/variant-form.ts";

import { type FormProps, productField } from "./product-parts.tsx";
import { ProductThumbnail } from "./products-page.tsx";
import { DeskLink, SecondLine } from "#app/components/desk/desk-parts.tsx";

const FIELDS = [
  { kind: "price", label: "Own price", inputMode: "decimal" },
  { kind: "sale", label: "Own sale price", inputMode: "decimal" },
  { kind: "barcode", label: "Barcode", inputMode: "numeric" },
] as const;

/** The article number is what orders and labels say, so nobody changes it. */
export function ProductVariants(form: FormProps) {
  const { product } = form;
  const { variants } = product;
  return (
    <section className="panel stack" id="variants">
      <VariantsHead product={product} />
      <p className="hint">
        Without its own price a variant has the price of the product. Its own sale price has no days: it
        applies until someone clears it.
      </p>
      <ul className="lines variants">
        {variants.slice(0, FORM_VARIANTS_MAX).map(({ id, name, sku, image, free, isVisible, href }) => (
          <li key={id}>
            <fieldset>
              <legend className="vh">{name}</legend>
              <p className="lead-c">
                <ProductThumbnail file={image} />
                <span>
                  <b>{name}</b> {isVisible ? null : <span className="tag">Hidden</span>}
                  <SecondLine look="xs muted mono">{sku}</SecondLine>
                  <br />
                  <a className="sm" href={href} aria-label={`Stock of ${name}: ${free} available`}>
                    {free} available
                  </a>
                </span>
              </p>
              <div className="fields g3">
                {FIELDS.map(({ kind, label, inputMode }) => (
                  <DeskField
                    {...productField(form, variantInput(kind, id), label)}
                    key={kind}
                    inputMode={inputMode}
                    maxLength={40}
                  />
                ))}
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
      {variants.length > FORM_VARIANTS_MAX ? (
        <p className="sm muted">
          This product has {variants.length} variants. You can change the others with the command “products
          edit”.
        </p>
      ) : null}
      <p className="sm muted">Change stock on the Stock page. Saving this form never changes it.</p>
    </section>
  );
}

function VariantsHead({ product: { id, changed, may } }: Pick<FormProps, "product">) {
  const isChanged = changed.includes("ownPrices") || changed.includes("barcodes");
  return (
    <div className="acts between">
      <h2 className="h2">Variants {isChanged ? <span className="tag tag--do">changed</span> : null}</h2>
      {may.edit ? <DeskLink href={deskPaths.productVariants(id)}>Add, show or hide variants</DeskLink> : null}
    </div>
  );
}

/** "Barcode of Sunset", by the name of the input. */
export function variantLabels(variants: FormProps["product"]["variants"]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    variants.flatMap(({ id, name }) =>
      FIELDS.map(({ kind, label }) => [variantInput(kind, id), `${label} of ${name}`] as const),
    ),
  );
}
