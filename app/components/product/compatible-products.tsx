import { Form, Link } from "@remix-run/react";

import { useAddToCart } from "#app/components/cart/use-add-to-cart.ts";
import { CheckField } from "#app/components/form/check-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import {
  canBeAdded,
  type Compatibility,
  type Pairing,
  pairingText,
  partsNeeded,
} from "#app/models/catalogue/compatibility.ts";
import { canBeBought } from "#app/models/catalogue/inventory/stock.ts";
import type { Variant } from "#app/models/catalogue/product.ts";
import { addMoney, formatMoney } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

import { AddToCartError } from "./add-to-cart-error.tsx";
import styles from "./compatible-products.module.css";

export type CompatibleProductsProps = Readonly<{
  compatibility: Compatibility;
  product: Readonly<{ name: string; path: string }>;
  variant: Variant;
}>;

export function CompatibleProducts(props: CompatibleProductsProps) {
  const { role, pairings } = props.compatibility;
  if (role !== "chassis") return <FitsOn {...props} />;
  const fitting = pairings.filter(({ result }) => result !== "no");
  const others = pairings.filter(({ result }) => result === "no");
  return (
    <div className={styles.works}>
      {fitting.length > 0 ? (
        <PartsForm {...props} pairings={fitting} />
      ) : (
        <p>{others[0]?.note ?? "Nothing else fits it."}</p>
      )}
      {fitting.length > 0 && others.length > 0 ? (
        <>
          <h3 className="strong">Does not fit</h3>
          <ul className={styles.others}>
            {others.map(({ part, note }) => (
              <li key={part.id}>
                <Icon name="close" size="small" />
                <span>
                  {part.name}
                  {note ? <span className="muted">{`: ${note}`}</span> : null}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <p className="xs muted">
        We do not sell car seats. Always check the car seat maker’s list of approved pushchairs as well.
      </p>
    </div>
  );
}

type PartsFormProps = CompatibleProductsProps & Readonly<{ pairings: ReadonlyArray<Pairing> }>;

function PartsForm({ compatibility, product, variant, pairings }: PartsFormProps) {
  const add = useAddToCart("parts");
  const first = pairings.find(canBeAdded);
  return (
    <Form
      method="post"
      action={paths.cart()}
      onSubmit={add.onSubmit}
      preventScrollReset
      className={styles.works}
    >
      <input type="hidden" name="chassis" value={compatibility.id} />
      <input type="hidden" name="variantId" value={variant.id} />
      <input type="hidden" name="redirectTo" value={product.path} />
      <fieldset className={styles.works}>
        <legend className="strong">Fits the {product.name}</legend>
        {pairings.map((pairing) => (
          <PairingRow key={pairing.part.id} pairing={pairing} isFirst={pairing === first} />
        ))}
      </fieldset>
      {add.refusal ? <AddToCartError {...add.refusal} /> : null}
      {first ? (
        <div className={styles.buttons}>
          <SubmitButton
            intent="add-parts"
            kind="line"
            label="Add part to basket"
            pendingLabel="Adding"
            fetcherState={add.isAdding ? "submitting" : "idle"}
          />
          {canBeBought(variant.stock) ? (
            <SubmitButton
              intent="add-set"
              kind="line"
              label={`Add part and ${product.name}`}
              pendingLabel="Adding"
              fetcherState={add.isAdding ? "submitting" : "idle"}
            />
          ) : null}
        </div>
      ) : null}
    </Form>
  );
}

function PairingRow({ pairing, isFirst }: Readonly<{ pairing: Pairing; isFirst: boolean }>) {
  const { part, note } = pairing;
  const name = (
    <>
      <b className="strong">{part.name}</b>
      {part.facts ? <span className="muted">{` (${part.facts})`}</span> : null}
    </>
  );
  return (
    <div className={styles.pair}>
      {canBeAdded(pairing) ? (
        <CheckField
          type="radio"
          name="part"
          id={`part-${part.id}`}
          value={part.id}
          defaultChecked={isFirst}
          label={name}
        />
      ) : (
        <p className={styles.named}>
          <Icon name="check" />
          <span>{name}</span>
        </p>
      )}
      <p className={styles.result}>
        {pairingText(pairing)}. {note} <Needs pairing={pairing} />
      </p>
    </div>
  );
}

function Needs({ pairing }: Readonly<{ pairing: Pairing }>) {
  const locale = useLocale();
  const needed = partsNeeded(pairing) ?? [];
  const [price, ...prices] = needed.map((part) => part.price);
  if (!price) return null;
  const gone = needed.filter(({ available }) => available <= 0);
  return (
    <>
      {needed.map(({ productId, name, path }, index) => (
        <span key={productId}>
          {index > 0 ? " and " : ""}
          <Link to={path} prefetch="intent">
            {name}
          </Link>
        </span>
      ))}
      {`, ${formatMoney(addMoney(price, ...prices), locale)}. `}
      {gone.length > 0 ? (
        <b className="strong">{`${gone.map(({ name }) => name).join(", ")}: sold out.`}</b>
      ) : null}
    </>
  );
}

function FitsOn({ compatibility }: CompatibleProductsProps) {
  const fitting = compatibility.pairings.filter(({ result }) => result !== "no");
  return (
    <div className={styles.works}>
      <h3 className="strong">Fits</h3>
      <ul className={styles.others}>
        {fitting.map((pairing) => (
          <li key={`${pairing.chassis.id} ${pairing.part.id}`}>
            <Icon name="check" size="small" />
            <span>
              {pairing.chassis.sold ? (
                <Link to={pairing.chassis.sold.path} prefetch="intent">
                  {pairing.chassis.name}
                </Link>
              ) : (
                pairing.chassis.name
              )}
              {compatibility.role === "adapter" ? ` with the ${pairing.part.name}` : ""}
              {pairing.note ? <span className="muted">{`: ${pairing.note}`}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      <p className="sm muted">It does not fit anything else we sell.</p>
    </div>
  );
}
