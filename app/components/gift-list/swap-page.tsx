import { Form, Link } from "@remix-run/react";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import { ChoiceRows } from "#app/components/form/choice-rows.tsx";
import { fieldOf } from "#app/components/form/field.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import type { Note } from "#app/components/ui/note.tsx";
import { RETURN_REASONS } from "#app/models/order/returns/return.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";

import { GiftListNotices } from "./notices.tsx";
import { OwnListBreadcrumbs } from "./own-list-breadcrumbs.tsx";

export type SwapPageProps = Readonly<{
  list: Readonly<{ id: string; name: string }>;
  gifts: ReadonlyArray<
    Readonly<{
      claimId: string;
      giftName: string;
      givers: string;
      about: string;
      isOpen: boolean;
      isMadeForThem: boolean;
    }>
  >;
  returns: ReadonlyArray<
    Readonly<{
      number: string;
      giftName: string;
      givers: string;
      remedy: "credit" | "refund";
      isAccepted: boolean;
      hasRefund: boolean;
      /** Its discount code has been made. */
      hasCode: boolean;
      /** How it is sent back; empty once it is here. */
      steps: ReadonlyArray<string>;
    }>
  >;
  /** Of the return period. */
  days: number;
  formKey: string;
  note: Note | null;
  answer: AuthAnswer;
}>;

export function SwapPage({ list, gifts, returns, days, formKey, note, answer }: SwapPageProps) {
  const isAnyOpen = gifts.some(({ isOpen }) => isOpen);
  return (
    <div className="wrap">
      <OwnListBreadcrumbs
        list={list}
        crumbs={[
          { name: "Thank-you list", path: giftListPaths.giftListThanks(list.id) },
          { name: "Swap or return a gift", path: null },
        ]}
      />
      <h1 className="d-xl below-6">Swap or return a gift</h1>
      <GiftListNotices answer={answer} note={note} />
      <div className="column gap-6 measure">
        <p className="lead">
          You may send back a gift that was bought here within {days} days of its arrival. A swap is credit
          for what was paid for it: a discount code for anything in the shop. Nothing is taken off it for
          sending the gift back.
        </p>
        {returns.map((one) => (
          <ReturnedGift key={one.number} returned={one} />
        ))}
        {isAnyOpen ? (
          <SwapForm {...{ list, gifts, formKey, answer }} />
        ) : (
          <p>There is no gift that you can send back now.</p>
        )}
        <p>
          <Link className="link" to={giftListPaths.giftListThanks(list.id)}>
            Back to the thank-you list
          </Link>
        </p>
      </div>
    </div>
  );
}

function acceptedWords({ remedy, hasRefund, hasCode, givers }: SwapPageProps["returns"][number]): string {
  if (remedy === "refund") return hasRefund ? `We have refunded ${givers}.` : "No refund is due for it.";
  return hasCode ? "We have emailed you the discount code." : "No credit is due for it.";
}

function ReturnedGift({ returned }: Readonly<{ returned: SwapPageProps["returns"][number] }>) {
  const { number, giftName, remedy, isAccepted, givers, steps } = returned;
  return (
    <section className="panel" aria-label={`Return ${number}`}>
      <h2 className="d-sm">
        {giftName}, {remedy === "credit" ? "for credit" : "for a refund to the giver"}
      </h2>
      {isAccepted ? (
        <p>It is here. {acceptedWords(returned)}</p>
      ) : (
        <ol className="listed above-3">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
          <li>
            {remedy === "credit"
              ? "Once it is here, we email you the discount code. We do not tell the giver."
              : `Once it is here, we refund the giver. ${givers} will be told.`}
          </li>
        </ol>
      )}
    </section>
  );
}

const MADE_FOR_YOU = "Engraved for you, so it cannot be swapped unless it is faulty.";

function refundNote(givers: ReadonlySet<string>): string {
  const [giver] = givers;
  return giver !== undefined && givers.size === 1
    ? `${giver} will be told.`
    : "The giver of the gift you choose will be told.";
}

type FormProps = Pick<SwapPageProps, "list" | "gifts" | "formKey" | "answer">;

function SwapForm({ list, gifts, formKey, answer: { values, errors } }: FormProps) {
  const open = gifts.filter(({ isOpen }) => isOpen);
  const [only, ...others] = open;
  const givers = new Set(open.map((gift) => gift.givers));
  return (
    <Form method="post" action={giftListPaths.swapGift(list.id)} className="column gap-6 measure" noValidate>
      <input type="hidden" name="key" value={formKey} />
      <ChoiceRows
        name="claim"
        legend="Which gift"
        chosen={values["claim"] ?? (others.length === 0 ? only?.claimId : null)}
        error={errors["claim"]}
        choices={gifts.map(({ claimId, giftName, givers, about, isOpen, isMadeForThem }) => ({
          value: claimId,
          title: giftName,
          text: `From ${givers}. ${isMadeForThem ? `${MADE_FOR_YOU} ` : ""}${about}`,
          disabled: !isOpen,
        }))}
      />
      <ChoiceRows
        name="remedy"
        legend="What would you like?"
        chosen={values["remedy"] ?? null}
        error={errors["remedy"]}
        choices={[
          {
            value: "credit",
            title: "Swap it for credit",
            text: "We email you a discount code for what was paid for it. It works for 12 months, and what an order leaves stays on it. We do not tell the giver.",
          },
          {
            value: "refund",
            title: "Refund the giver",
            text: `The money goes back to the card that paid. ${refundNote(givers)}`,
          },
        ]}
      />
      <SelectField
        {...fieldOf({ errors, values }, "reason")}
        label="Why it comes back"
        value={values["reason"] ?? ""}
        options={[
          { value: "", label: "Choose a reason" },
          ...RETURN_REASONS.map(({ key, label }) => ({ value: key, label })),
        ]}
      />
      <p>
        <SubmitButton label="Send it back" size="is-large" />
      </p>
    </Form>
  );
}
