import { Form, Link } from "@remix-run/react";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import { ChoiceRows } from "#app/components/form/choice-rows.tsx";
import { CountedTextArea } from "#app/components/form/counted-text-area.tsx";
import { fieldOf } from "#app/components/form/field.tsx";
import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { RefusalNotice } from "#app/components/form/refusal-notice.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { EmailField, TextField } from "#app/components/form/text-field.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { Details } from "#app/components/ui/details.tsx";
import { PriceText } from "#app/components/ui/price-text.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { GIVER_MESSAGE_MAX, GIVER_NAME_MAX } from "#app/models/gift-list/claim.ts";
import { giftTitle, type ShownGift } from "#app/models/gift-list/shown-gift.ts";
import { HONEYPOT_FIELD } from "#app/models/shared/honeypot.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";

import { GiftListNotices } from "./notices.tsx";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

export type GivePageProps = Readonly<{
  list: Readonly<{ code: string; name: string; family: string; isSentToFamily: boolean }>;
  gift: ShownGift & Readonly<{ warnings: ReadonlyArray<string> }>;
  left: number;
  stillText: string;
  /** Units that can be bought here now; zero: it is out of stock. */
  available: number;
  colours: ReadonlyArray<Readonly<{ value: string; label: string }>>;
  reservedUntil: string;
  /** For which the family can return a gift. */
  returnDays: number;
  /** "With them by Friday 27 November"; null if it is out of stock. */
  arrival: string | null;
  values: Readonly<Record<string, string>>;
  answer: AuthAnswer;
  race: Readonly<{ name: string; left: number; othersText: string }> | null;
}>;

export function GivePage(props: GivePageProps) {
  const { list, gift, left, colours, reservedUntil, arrival, answer, race } = props;
  const values = { ...props.values, ...answer.values };
  const canBuy = props.available > 0;
  return (
    <div className="wrap">
      <Breadcrumbs
        isUnlisted
        crumbs={[
          { name: list.name, path: giftListPaths.giftList(list.code) },
          { name: `Give the ${giftTitle(gift)}`, path: null },
        ]}
      />
      {race ? <Race {...{ race, list, gift, canBuy, values }} returnDays={props.returnDays} /> : null}
      {race === null || race.left > 0 ? (
        <>
          <h1 className="d-lg below-6">{`Give the ${giftTitle(gift)}`}</h1>
          <GiftListNotices answer={answer} note={null} />
          <div className="split">
            <Form
              method="post"
              action={giftListPaths.giveGift(list.code, gift.id)}
              className="column gap-6 measure"
              noValidate
            >
              <HoneypotField name={HONEYPOT_FIELD} />
              <ChoiceRows
                name="way"
                legend="How would you like to give it?"
                chosen={values["way"] ?? (canBuy ? "order" : "reservation")}
                error={answer.errors["way"]}
                choices={waysOf(list.isSentToFamily, { canBuy, reservedUntil, arrival })}
              />
              {canBuy ? <Colours {...{ colours, gift }} value={values["variant"]} /> : null}
              <Units left={left} value={values["units"]} error={answer.errors["units"]} />
              <Giver values={values} errors={answer.errors} family={list.family} />
              <SubmitButton size="is-large" wide intent="give" label="Continue" pendingLabel="Continuing" />
              <p className="sm muted">
                If you buy it here, the gift is yours to give once you have paid. Until then someone else can
                still take it. A reservation holds it.
              </p>
            </Form>
            <GiftPanel {...props} />
          </div>
        </>
      ) : null}
    </div>
  );
}

type ColoursProps = Pick<GivePageProps, "colours" | "gift"> & Readonly<{ value: string | undefined }>;

function Colours({ colours, gift, value }: ColoursProps) {
  if (colours.length === 0) return null;
  return (
    <SelectField
      name="variant"
      label="Which one, if you buy it here"
      hint={gift.optionText ?? undefined}
      options={colours}
      value={value}
    />
  );
}

type UnitsProps = Readonly<{ left: number; value: string | undefined; error: string | undefined }>;

function Units({ left, value, error }: UnitsProps) {
  if (left <= 1) return <input type="hidden" name="units" value="1" />;
  const options = Array.from({ length: left }, (_, index) => String(index + 1));
  return (
    <SelectField
      name="units"
      label="How many"
      value={value ?? "1"}
      error={error}
      options={options.map((units) => ({ value: units, label: units }))}
    />
  );
}

type Ways = Readonly<{ canBuy: boolean; reservedUntil: string; arrival: string | null }>;

function waysOf(isSentToFamily: boolean, { canBuy, reservedUntil, arrival }: Ways) {
  const day = arrival ? `${arrival}. ` : "";
  return [
    {
      value: "order",
      title: isSentToFamily ? "Buy it here, sent to them" : "Buy it here, sent to you",
      text: canBuy
        ? isSentToFamily
          ? `${day}We know the address. You do not need it.`
          : `${day}You bring it to them yourself.`
        : "Out of stock. Reserve it, and we’ll email you when you can buy it.",
      disabled: !canBuy,
    },
    {
      value: "reservation",
      title: "Reserve it for seven days",
      text: `Once your email address is confirmed, nobody else can take it until ${reservedUntil}. You pay nothing yet.`,
    },
    {
      value: "elsewhere",
      title: "I have bought it somewhere else",
      text: "It comes off the list. You give it to them yourself.",
    },
  ];
}

type GiverProps = Readonly<{
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  family: string;
}>;

function Giver({ values, errors, family }: GiverProps) {
  return (
    <TitledSection look="d-sm" className="column gap-5 section-line" id="from-you" title="From you">
      <TextField
        {...fieldOf({ errors, values }, "giver_name")}
        label="Your name, as they will read it"
        hint={`Giving together? Put all the names here, up to ${GIVER_NAME_MAX} characters`}
        autoComplete="name"
        maxLength={GIVER_NAME_MAX}
      />
      <EmailField
        {...fieldOf({ errors, values }, "email")}
        hint={`For your receipt, and to change your mind. ${family} do not see it.`}
      />
      <CountedTextArea
        {...fieldOf({ errors, values }, "message")}
        label="Message with the gift"
        hint="Written on a card, without prices"
        optional
        rows={3}
        maxLength={GIVER_MESSAGE_MAX}
      />
    </TitledSection>
  );
}

function GiftPanel({ gift, stillText }: GivePageProps) {
  const locale = useLocale();
  return (
    <aside className="panel panel-sticky" aria-label={gift.name}>
      {gift.image ? (
        <ShopImage image={gift.image} alt="" sizes="(min-width: 1024px) 30vw, 92vw" melt="tint" />
      ) : null}
      <p className="d-xs">{gift.name}</p>
      {gift.optionText ? <p className="sm muted">{gift.optionText}</p> : null}
      {gift.price ? <PriceText locale={locale} price={gift.price} /> : null}
      <p className="sm muted">{stillText}</p>
      {gift.ageText ? (
        <p className="sm">
          <b>{gift.ageText}</b>
        </p>
      ) : null}
      {gift.warnings.length > 0 ? (
        <Details summary="Safety warnings">
          <ul className="column">
            {gift.warnings.map((warning) => (
              <li key={warning} className="sm">
                {warning}
              </li>
            ))}
          </ul>
        </Details>
      ) : null}
    </aside>
  );
}

type RaceProps = Readonly<{
  race: NonNullable<GivePageProps["race"]>;
  list: GivePageProps["list"];
  gift: GivePageProps["gift"];
  canBuy: boolean;
  values: Readonly<Record<string, string>>;
  returnDays: number;
}>;

function Race({ race, list, gift, canBuy, values, returnDays }: RaceProps) {
  const isGone = race.left === 0;
  return (
    <div className="column gap-6 below-6 measure">
      <RefusalNotice>
        <h2 className="d-sm">
          {isGone
            ? `Someone has just taken the ${race.name}`
            : `Only ${race.left} of the ${race.name} are still wanted`}
        </h2>
        <p>
          {isGone
            ? "It was the last one on the list. You have not been charged, and your message is below."
            : "Choose fewer. You have not been charged, and your message is below."}
        </p>
      </RefusalNotice>
      {isGone ? (
        <>
          <h2 className="d-md">You could</h2>
          <p>
            <Link className="link" to={giftListPaths.giftList(list.code)}>
              Choose another gift from the list
            </Link>
            <br />
            <span className="sm muted">{race.othersText}</span>
          </p>
          <p>
            <Link className="link" to={giftListPaths.giftAlert(list.code, gift.id)}>
              Ask to be told if it is free again
            </Link>
            <br />
            <span className="sm muted">We email one giver at a time</span>
          </p>
          {canBuy ? (
            <Form method="post" action={giftListPaths.giveGift(list.code, gift.id)} className="column">
              <HoneypotField name={HONEYPOT_FIELD} />
              {["variant", "units", "giver_name", "email", "message"].map((name) => (
                <input key={name} type="hidden" name={name} value={values[name] ?? ""} />
              ))}
              <input type="hidden" name="way" value="order" />
              <p className="sm">They would have two. They can return it within {returnDays} days.</p>
              <p>
                <SubmitButton
                  kind="line"
                  intent="give-all-the-same"
                  label="Give one all the same"
                  pendingLabel="Continuing"
                />
              </p>
            </Form>
          ) : null}
          {values["message"] ? <p className="sm muted">Your message: “{values["message"]}”</p> : null}
        </>
      ) : null}
    </div>
  );
}
