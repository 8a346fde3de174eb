import { Link } from "@remix-run/react";

import { CheckField } from "#app/components/form/check-field.tsx";
import { CountedTextArea } from "#app/components/form/counted-text-area.tsx";
import { PaperSwatch } from "#app/components/cart/paper-swatch.tsx";
import { fieldOf } from "#app/components/form/field.tsx";
import type { CheckoutErrors } from "#app/models/checkout/checkout.ts";
import type { CheckoutGifts, CheckoutView } from "#app/models/checkout/view.ts";
import { lowerFirst } from "#app/models/shared/text.ts";
import { paths } from "#app/paths.ts";

import styles from "./checkout-page.module.css";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

type GiftSectionProps = Readonly<{ view: CheckoutView; errors: CheckoutErrors; giftMessageMax: number }>;

export function GiftSection({ view: { values, gifts }, errors, giftMessageMax }: GiftSectionProps) {
  return (
    <TitledSection look="d-sm" className={styles.block} id="gift" title="Is any of it a gift?">
      <div className="column gap-6">
        <CheckField
          name="gift_receipt"
          label="Leave prices out of the parcel"
          hint="We do this anyway if it goes to someone else. We’ll email you the receipt."
          defaultChecked={values["gift_receipt"] === "on"}
        />
        <CountedTextArea
          {...fieldOf({ errors, values }, "gift_message")}
          label="Gift message"
          hint={
            gifts.cards.length > 0 ? "One more card, for the whole order" : "One card for the whole order"
          }
          optional
          rows={3}
          maxLength={giftMessageMax}
        />
        <Wrapping gifts={gifts} />
      </div>
    </TitledSection>
  );
}

function Wrapping({ gifts: { fee, papers, wrapped, cards } }: Readonly<{ gifts: CheckoutGifts }>) {
  const isChosen = wrapped.length + cards.length > 0;
  if (fee === null && !isChosen) return null;
  return (
    <div className="sm column gap-2">
      {wrapped.map(({ name, paperKey, text, price }) => (
        <p key={`${name} ${text}`} className="icon-text">
          <PaperSwatch paper={paperKey} />
          <span>
            {name}: {lowerFirst(text)}, {price}
          </span>
        </p>
      ))}
      {cards.map(({ name, message }) => (
        <p key={`${name} ${message}`}>
          The card with {name} says “{message}”.
        </p>
      ))}
      {isChosen ? null : (
        <>
          <p>
            {fee === "Free" ? "Gift wrapping is free with this order." : `Gift wrapping is ${fee} an item.`}
          </p>
          <ul className="cluster gap-x-6">
            {papers.map(({ key, label }) => (
              <li key={key} className="icon-text">
                <PaperSwatch paper={key} />
                <span>{label}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <Link to={paths.cart()} className="link">
          {isChosen ? "Change wrapping and cards in your basket" : "Add wrapping in your basket"}
        </Link>
      </p>
    </div>
  );
}
