import { Fragment } from "react";

import { ChoiceRows } from "#app/components/form/choice-rows.tsx";
import { CountedTextArea } from "#app/components/form/counted-text-area.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { GiftLines } from "#app/components/product/gift-lines.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { CartLine } from "#app/models/cart/cart.ts";
import { type GiftRules, isGiftable, type LineGift } from "#app/models/cart/gift.ts";
import type { CartPricing } from "#app/models/cart/pricing.ts";
import { formatMoney, formatShortMoney, type Money, multiplyMoney } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

import { useBasketFetcher } from "./basket-refusal.ts";
import type { CartAnswer, CartRefusal } from "./cart-answer.ts";
import { PaperSwatch } from "./paper-swatch.tsx";

export type BasketGift = Readonly<{
  rules: GiftRules;
  gift: LineGift | null;
  /** Fee for each unit; zero is free. Null: this item cannot be wrapped. */
  fee: Money | null;
}>;

/** Null for an item that is no longer sold. */
export function basketGift(line: CartLine, pricing: CartPricing, rules: GiftRules): BasketGift | null {
  const at = pricing.lineIds.indexOf(line.id);
  if (at < 0) return null;
  const fee = isGiftable(line, rules) ? pricing.wrapFee : null;
  return { rules, gift: pricing.gifts[at] ?? null, fee };
}

type GiftFormProps = Readonly<{ line: CartLine; gift: BasketGift; answer: CartAnswer | null }>;

export function GiftForm({ line, gift: { rules, gift, fee }, answer }: GiftFormProps) {
  const fetcher = useBasketFetcher();
  const refusal = refusalFor(line, fetcher.data ?? answer);
  if (fee === null) return <NoWrapping />;
  const isSaved = fetcher.state === "idle" && fetcher.data?.ok === true;
  return (
    <div>
      <GiftLines gift={gift} />
      <details className="fold-link" open={refusal ? true : undefined}>
        <summary className="sm">
          <Icon name="gift" size="small" />
          {gift ? "Change gift wrapping or card" : "Add gift wrapping or a card"}
          <span className="visually-hidden"> for {line.name}</span>
        </summary>
        <fetcher.Form method="post" action={paths.cart()} preventScrollReset className="column narrow">
          <input type="hidden" name="lineId" value={line.id} />
          <Fields line={line} rules={rules} fee={fee} refusal={refusal} />
          <Buttons line={line} fetcherState={fetcher.state} isSaved={isSaved} />
        </fetcher.Form>
      </details>
    </div>
  );
}

function NoWrapping() {
  return (
    <p className="xs muted">
      We cannot gift-wrap items on a two-person delivery. You can add a gift message at checkout and we’ll tie
      it on a tag.
    </p>
  );
}

type ButtonsProps = Readonly<{
  line: CartLine;
  fetcherState: "idle" | "loading" | "submitting";
  isSaved: boolean;
}>;

function Buttons({ line, fetcherState, isSaved }: ButtonsProps) {
  const shared = { size: "is-small", describe: `the gift wrapping of ${line.name}`, fetcherState } as const;
  return (
    <div className="cluster gap-2 gap-x-3">
      <SubmitButton {...shared} kind="line" intent="set-gift" label="Save" />
      {line.gift ? (
        <SubmitButton {...shared} kind="quiet" intent="remove-gift" label="Remove" pendingLabel="Removing" />
      ) : null}
      <span className="sm muted" role="status">
        {isSaved ? "Saved" : ""}
      </span>
    </div>
  );
}

type FieldsProps = Readonly<{
  line: CartLine;
  rules: GiftRules;
  fee: Money;
  refusal: CartRefusal | null;
}>;

function Fields({ line, rules, fee, refusal }: FieldsProps) {
  const locale = useLocale();
  const { paper, message } = refusal?.gift ?? { paper: line.gift?.paper, message: line.gift?.message };
  return (
    <Fragment key={`${paper ?? ""} ${message ?? ""}`}>
      <ChoiceRows
        name="paper"
        id={`${line.id}-paper`}
        legend="Wrapping paper"
        hint={feeText(line, rules, { fee, locale })}
        chosen={paper ?? ""}
        choices={[
          { value: "", title: "No wrapping" },
          ...rules.papers.map(({ key, label }) => ({
            value: key,
            title: label,
            aside: <PaperSwatch paper={key} />,
          })),
        ]}
      />
      <CountedTextArea
        name="message"
        id={`${line.id}-message`}
        label="Card message"
        optional
        rows={3}
        maxLength={rules.messageMax}
        value={message ?? ""}
        error={refusal ? `${refusal.message}.` : undefined}
      />
    </Fragment>
  );
}

function feeText(
  { quantity }: CartLine,
  { freeOver }: GiftRules,
  { fee, locale }: Readonly<{ fee: Money; locale: string }>,
): string {
  if (fee.minor === 0) return "Gift wrapping is free with this basket";
  const each =
    quantity === 1
      ? `Gift wrapping is ${formatMoney(fee, locale)}`
      : `Gift wrapping is ${formatMoney(fee, locale)} each for ${quantity}, ${formatMoney(multiplyMoney(fee, quantity), locale)} in total`;
  return `${each}. It is free when you buy ${formatShortMoney(freeOver, locale)} or more of toys`;
}

function refusalFor(line: CartLine, answer: CartAnswer | null): CartRefusal | null {
  return answer?.ok === false && answer.gift !== null && answer.lineId === line.id ? answer : null;
}
