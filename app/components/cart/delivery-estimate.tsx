import { ChoiceRows } from "#app/components/form/choice-rows.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { Cart } from "#app/models/cart/cart.ts";
import type { CartPricing } from "#app/models/cart/pricing.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { upperFirst } from "#app/models/shared/text.ts";
import type { DeliveryOption } from "#app/models/shipping/shipping.ts";
import { paths } from "#app/paths.ts";

import { useBasketFetcher } from "./basket-refusal.ts";
import type { CartAnswer, CartRefusal } from "./cart-answer.ts";

export type DeliveryEstimateProps = Readonly<{ cart: Cart; pricing: CartPricing; answer: CartAnswer | null }>;

export function DeliveryEstimate({ cart, pricing, answer }: DeliveryEstimateProps) {
  const locale = useLocale();
  const fetcher = useBasketFetcher();
  const refusal = postcodeRefusal(fetcher.data ?? answer);
  const { options, chosen, zone } = pricing;
  const method = chosen?.method ?? null;
  const postcode = cart.deliveryPostcode ?? "";
  return (
    <fetcher.Form method="post" action={paths.cart()} preventScrollReset className="column above-5">
      <ChoiceRows
        // Resets the rows when the server's choice changes.
        key={`${postcode} ${method ?? ""}`}
        name="method"
        legend="Delivery"
        chosen={method}
        choices={options.map((option) => choice(option, locale))}
      />
      <div className="field-row">
        <TextField
          // Shows the saved form: "iv11aa" becomes "IV1 1AA".
          key={postcode}
          name="postcode"
          label={pricing.postcode.label}
          optional
          value={refusal?.postcode ?? postcode}
          error={refusal ? `${refusal.message}.` : undefined}
          autoComplete="postal-code"
          autoCapitalize="characters"
          maxLength={20}
        />
        <SubmitButton
          kind="line"
          intent="estimate-delivery"
          label="Update delivery"
          pendingLabel="Updating"
          fetcherState={fetcher.state}
        />
      </div>
      <ZoneNote zone={zone} />
    </fetcher.Form>
  );
}

function ZoneNote({ zone }: Pick<CartPricing, "zone">) {
  if (!zone || zone.isEstimate) return null;
  return (
    <p className="xs muted" role="status">
      {zone.note ? `${zone.name}. ${zone.note}` : zone.name}
    </p>
  );
}

function postcodeRefusal(answer: CartAnswer | null): CartRefusal | null {
  return answer?.ok === false && answer.postcode !== null ? answer : null;
}

function choice(option: DeliveryOption, locale: string) {
  const { method, name, price, isFree, unavailableReason } = option;
  return {
    value: method,
    title: name,
    aside: unavailableReason ? null : isFree ? "Free" : formatMoney(price, locale),
    text: unavailableReason ?? promiseText(option),
    disabled: unavailableReason !== null,
  };
}

function promiseText({ consignments, surcharge }: DeliveryOption): string {
  const [first] = consignments;
  const when =
    consignments.length === 1 && first
      ? upperFirst(first.when)
      : consignments.map((each) => `${each.what}: ${each.when}`).join("; ");
  return surcharge === null ? when : `${when}. ${surcharge}`;
}
