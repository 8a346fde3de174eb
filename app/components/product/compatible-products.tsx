import { Form, Link } from "@remix-run/react";

import { useAddToCart } from "#app/components/cart/use-add-to-cart.ts";
import { CheckField } from "#app/components/form/check-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import type { CompatibleParts, NamedThing, PartToAdd } from "#app/models/catalogue/compatible-parts.ts";
import { canBeBought } from "#app/models/catalogue/inventory/stock.ts";
import type { Variant } from "#app/models/catalogue/product.ts";
import { paths } from "#app/paths.ts";

import { AddToCartError } from "./add-to-cart-error.tsx";
import styles from "./compatible-products.module.css";

export type CompatibleProductsProps = Readonly<{
  compatible: CompatibleParts;
  product: Readonly<{ name: string; path: string }>;
  variant: Variant;
}>;

export function CompatibleProducts(props: CompatibleProductsProps) {
  const { chassisId, parts, things } = props.compatible;
  if (chassisId === null)
    return (
      <div className="column gap-3">
        <Things title="Fits" things={things} icon="check" />
        <p className="sm muted">It does not fit anything else we sell.</p>
      </div>
    );
  return (
    <div className="column gap-3">
      {parts.length > 0 ? (
        <>
          <PartsForm {...props} />
          {things.length > 0 ? <Things title="Does not fit" things={things} icon="close" /> : null}
        </>
      ) : (
        <p>{things[0]?.note ?? "Nothing else fits it."}</p>
      )}
      <p className="xs muted">
        We do not sell car seats. Always check the car seat maker’s list of approved pushchairs as well.
      </p>
    </div>
  );
}

function PartsForm({ compatible: { chassisId, parts }, product, variant }: CompatibleProductsProps) {
  const add = useAddToCart("parts");
  const first = parts.find(({ canBeAdded }) => canBeAdded);
  const steps: ReadonlyArray<readonly [intent: string, label: string]> = [
    ["add-parts", "Add part to basket"],
    ...(canBeBought(variant.stock) ? [["add-set", `Add part and ${product.name}`] as const] : []),
  ];
  return (
    <Form
      method="post"
      action={paths.cart()}
      onSubmit={add.onSubmit}
      preventScrollReset
      className="column gap-3"
    >
      <input type="hidden" name="chassis" value={chassisId ?? ""} />
      <input type="hidden" name="variantId" value={variant.id} />
      <input type="hidden" name="redirectTo" value={product.path} />
      <fieldset className="column gap-3">
        <legend className="strong">Fits the {product.name}</legend>
        {parts.map((part) => (
          <PartRow key={part.id} part={part} isFirst={part === first} />
        ))}
      </fieldset>
      {add.refusal ? <AddToCartError refusal={add.refusal} /> : null}
      {first ? (
        <div className="cluster">
          {steps.map(([intent, label]) => (
            <SubmitButton
              key={intent}
              intent={intent}
              kind="line"
              label={label}
              pendingLabel="Adding"
              fetcherState={add.isAdding ? "submitting" : "idle"}
            />
          ))}
        </div>
      ) : null}
    </Form>
  );
}

function PartRow({ part, isFirst }: Readonly<{ part: PartToAdd; isFirst: boolean }>) {
  const { id, facts, text, needed } = part;
  const name = (
    <>
      <b className="strong">{part.name}</b>
      {facts ? <span className="muted">{` (${facts})`}</span> : null}
    </>
  );
  return (
    <div className="section-line">
      {part.canBeAdded ? (
        <CheckField
          type="radio"
          name="part"
          id={`part-${id}`}
          value={id}
          defaultChecked={isFirst}
          label={name}
        />
      ) : (
        <p className="icon-text">
          <Icon name="check" />
          <span>{name}</span>
        </p>
      )}
      <p className={styles.result}>
        {text} {needed ? <Needs {...needed} /> : null}
      </p>
    </div>
  );
}

function Needs({ things, price, gone }: NonNullable<PartToAdd["needed"]>) {
  return (
    <>
      {things.map(({ name, path }, index) => (
        <span key={path}>
          {index > 0 ? " and " : ""}
          <Link to={path} prefetch="intent">
            {name}
          </Link>
        </span>
      ))}
      {`, ${price}. `}
      {gone ? <b className="strong">{gone}</b> : null}
    </>
  );
}

type ThingsProps = Readonly<{ title: string; things: ReadonlyArray<NamedThing>; icon: "check" | "close" }>;

function Things({ title, things, icon }: ThingsProps) {
  return (
    <>
      <h3 className="strong">{title}</h3>
      <ul className={styles.others}>
        {things.map(({ key, name, path, condition, note }) => (
          <li key={key} className="icon-text tops">
            <Icon name={icon} size="small" />
            <span>
              {path ? (
                <Link to={path} prefetch="intent">
                  {name}
                </Link>
              ) : (
                name
              )}
              {condition}
              {note ? <span className="muted">{`: ${note}`}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
