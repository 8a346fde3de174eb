import { Form } from "@remix-run/react";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import { AddressInputs } from "#app/components/checkout/address-fields.tsx";
import { CheckField } from "#app/components/form/check-field.tsx";
import { ChoiceRows } from "#app/components/form/choice-rows.tsx";
import { CountedTextArea } from "#app/components/form/counted-text-area.tsx";
import { FieldGrid, fieldOf } from "#app/components/form/field.tsx";
import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { EmailField, TextField } from "#app/components/form/text-field.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { ADDRESS_FIELDS, PERSON_NAME_MAX } from "#app/models/customer/address.ts";
import { LIST_NAME_MAX, LIST_WORDS_MAX, OCCASIONS } from "#app/models/gift-list/gift-list.ts";
import { HONEYPOT_FIELD } from "#app/models/shared/honeypot.ts";
import { paths } from "#app/paths.ts";

import { GiftListNotices } from "./notices.tsx";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

export type ListFormPageProps = Readonly<{
  title: string;
  lead: string;
  crumbs: ReadonlyArray<Readonly<{ name: string; path: string | null }>>;
  action: string;
  values: Readonly<Record<string, string>>;
  answer: AuthAnswer;
  button: Readonly<{ label: string; pendingLabel: string }>;
  /** False once the address is confirmed: it changes in another way. */
  canChangeEmail: boolean;
  /** False for a co-owner, who cannot change the address, the names and the surprise. */
  isOwner: boolean;
  gift: Readonly<Record<string, string>>;
}>;

export function ListFormPage(props: ListFormPageProps) {
  const { title, lead, crumbs, action, answer, button, canChangeEmail, isOwner, gift } = props;
  const values = { ...props.values, ...answer.values };
  return (
    <div className="wrap">
      <Breadcrumbs isUnlisted crumbs={[{ name: "Gift lists", path: paths.giftLists() }, ...crumbs]} />
      <div className="row-head gap-4 below-5">
        <div>
          <h1 className="d-xl">{title}</h1>
          <p className="lead above-2">{lead}</p>
        </div>
      </div>
      <GiftListNotices answer={answer} note={null} />
      <div className="split">
        <Form method="post" action={action} className="column gap-6 measure" noValidate>
          <HoneypotField name={HONEYPOT_FIELD} />
          <GiftToBeginWith gift={gift} values={answer.values} />
          <Occasion values={values} errors={answer.errors} />
          {isOwner ? (
            <OwnersPart values={values} errors={answer.errors} canChangeEmail={canChangeEmail} />
          ) : null}
          <TitledSection
            look="d-sm"
            className="column gap-5 section-line"
            id="finding"
            title="Who can find it"
          >
            <CheckField
              name="findable"
              label="Let people find it with our names and the month"
              hint="Without this, only someone with the link or the card can open it. Search engines never can."
              defaultChecked={values["findable"] === "on"}
            />
          </TitledSection>
          <SubmitButton size="is-large" wide {...button} />
        </Form>
        <WhatGiversSee />
      </div>
    </div>
  );
}

function OwnersPart(props: PartProps & Pick<ListFormPageProps, "canChangeEmail">) {
  return (
    <>
      <You {...props} />
      <SentTo values={props.values} errors={props.errors} />
      <Surprise values={props.values} errors={props.errors} />
    </>
  );
}

type PartProps = Readonly<{
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
}>;

/** The address of the page has the gift at first, but not after a refusal, so fields hold it. */
function GiftToBeginWith({ gift, values }: Pick<ListFormPageProps, "gift" | "values">) {
  const inAddress = Object.entries(gift).map(([name, value]) => [`gift_${name}`, value] as const);
  const typed = Object.entries(values).filter(([name]) => name.startsWith("gift_"));
  return (
    <>
      {(inAddress.length > 0 ? inAddress : typed).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

function You({ values, errors, canChangeEmail }: PartProps & Pick<ListFormPageProps, "canChangeEmail">) {
  const field = (name: string) => ({ name, value: values[name], error: errors[name] });
  return (
    <TitledSection look="d-sm" className="column gap-5 section-line" id="you" title="You">
      <FieldGrid>
        <TextField
          {...field("first_name")}
          label="First name"
          autoComplete="given-name"
          maxLength={PERSON_NAME_MAX}
        />
        <TextField
          {...field("last_name")}
          label="Last name"
          hint="For parcels, and for finding the list if you allow that. Never shown."
          autoComplete="family-name"
          maxLength={PERSON_NAME_MAX}
        />
      </FieldGrid>
      {canChangeEmail ? (
        <EmailField {...field("email")} hint="We’ll email you a link to confirm it. It opens your list." />
      ) : (
        <input type="hidden" name="email" value={values["email"]} />
      )}
    </TitledSection>
  );
}

function Occasion({ values, errors }: PartProps) {
  return (
    <TitledSection look="d-sm" className="column gap-5 section-line" id="what-for" title="What is it for?">
      <ChoiceRows
        name="occasion"
        legend="Occasion"
        hideLegend
        chosen={values["occasion"] ?? "baby"}
        error={errors["occasion"]}
        choices={Object.entries(OCCASIONS).map(([value, title]) => ({ value, title }))}
      />
      <TextField
        {...fieldOf({ errors, values }, "name")}
        label="Name of the list"
        hint="Givers see this. First names are enough, such as “Hannah and Tom’s baby”."
        maxLength={LIST_NAME_MAX}
      />
      <TextField
        {...fieldOf({ errors, values }, "event_day")}
        label="Due date or day"
        hint="Givers see which gifts arrive by then"
        type="date"
        width="medium"
      />
      <CheckField
        name="month_only"
        label="Show only the month to givers"
        defaultChecked={values["month_only"] === "on"}
      />
      <CountedTextArea
        {...fieldOf({ errors, values }, "words")}
        label="A few words to givers"
        optional
        rows={3}
        maxLength={LIST_WORDS_MAX}
      />
    </TitledSection>
  );
}

/** The names are typed above. */
const PLACE_FIELDS = ADDRESS_FIELDS.filter((field) => field !== "first_name" && field !== "last_name");

function SentTo({ values, errors }: PartProps) {
  return (
    <TitledSection look="d-sm" className="column gap-5 section-line" id="where" title="Where gifts go">
      <ChoiceRows
        name="sent_to"
        legend="Where gifts go"
        hideLegend
        chosen={values["sent_to"] ?? "home"}
        error={errors["sent_to"]}
        choices={[
          {
            value: "home",
            title: "To our address",
            text: "Givers never see it. Neither do their receipts or tracking.",
          },
          {
            value: "giver",
            title: "To the giver",
            text: "They bring it. We do not need your address, so leave it empty.",
          },
        ]}
      />
      <FieldGrid>
        <AddressInputs kind="list" fields={PLACE_FIELDS} values={values} errors={errors} />
      </FieldGrid>
    </TitledSection>
  );
}

function Surprise({ values, errors }: PartProps) {
  return (
    <TitledSection
      look="d-sm"
      className="column gap-5 section-line"
      id="surprise-heading"
      title="A surprise, or not?"
    >
      <ChoiceRows
        name="surprise"
        legend="What you see"
        hideLegend
        chosen={values["surprise"] ?? "hidden"}
        error={errors["surprise"]}
        choices={[
          {
            value: "hidden",
            title: "Keep it a surprise",
            text: "You see who gave what only after the date. Until then your list looks as you wrote it.",
          },
          {
            value: "shown",
            title: "Show me as it happens",
            text: "You see each gift and its giver as soon as it is taken.",
          },
        ]}
      />
      <TextField
        {...fieldOf({ errors, values }, "reveal_on")}
        label="Keep it until"
        hint="If you leave this empty, it is the day itself"
        optional
        type="date"
        width="medium"
      />
    </TitledSection>
  );
}

function WhatGiversSee() {
  return (
    <aside className="panel panel-sticky blush" aria-labelledby="givers-see">
      <h2 className="d-sm" id="givers-see">
        What givers see
      </h2>
      <ul className="sm column above-4">
        {SEEN.map((text) => (
          <li key={text} className="icon-text tops gap-3">
            <Icon name="check" />
            <span>{text}</span>
          </li>
        ))}
        {UNSEEN.map((text) => (
          <li key={text} className="icon-text tops gap-3">
            <Icon name="lock" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}

const SEEN = [
  "The name of the list, the month and your few words",
  "The gifts, their prices and how many are still wanted",
];
const UNSEEN = [
  "Not your address, last name, email address or phone number",
  "Not who else has given, or what",
];
