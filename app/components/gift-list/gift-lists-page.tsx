import { Form, Link } from "@remix-run/react";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import { fieldOf } from "#app/components/form/field.tsx";
import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { SelectField } from "#app/components/form/select-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { EmailField, TextField } from "#app/components/form/text-field.tsx";
import { Breadcrumbs } from "#app/components/ui/breadcrumbs.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Icon, type IconName } from "#app/components/ui/icon.tsx";
import type { Note } from "#app/components/ui/note.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import type { ProductImage } from "#app/models/catalogue/product.ts";
import { PERSON_NAME_MAX } from "#app/models/customer/address.ts";
import { HONEYPOT_FIELD } from "#app/models/shared/honeypot.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";

import styles from "./gift-list.module.css";
import { GiftListNotices } from "./notices.tsx";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

export type ListSummary = Readonly<{ id: string; name: string; about: string }>;

type GiftListsPageProps = Readonly<{
  /** "2026-11". */
  thisMonth: string;
  found: ReadonlyArray<FoundListSummary> | null;
  lists: ReadonlyArray<ListSummary>;
  isCustomer: boolean;
  image: ProductImage | null;
  note: Note | null;
  answer: AuthAnswer;
}>;

export type FoundListSummary = Readonly<{ name: string; when: string; path: string }>;

export function GiftListsPage({
  lists,
  isCustomer,
  image,
  thisMonth,
  found,
  note,
  answer,
}: GiftListsPageProps) {
  return (
    <div className="wrap">
      <Breadcrumbs isUnlisted crumbs={[{ name: "Gift lists", path: null }]} />
      <GiftListNotices answer={answer} note={note} />
      <Head image={image} />
      {lists.length > 0 ? <OwnLists lists={lists} /> : null}
      <Steps />
      <div className="beside above-12">
        <CodeForm answer={answer} />
        <FindForm answer={answer} thisMonth={thisMonth} found={found} />
        <LinkForm answer={answer} isCustomer={isCustomer} />
      </div>
    </div>
  );
}

function Head({ image }: Pick<GiftListsPageProps, "image">) {
  return (
    <section className={styles.hero}>
      <div className={styles.heroCopy}>
        <h1 className="d-xl">Gift lists</h1>
        <p className="lead">
          Write down what the baby needs, or what a child would love. Send one link. Nobody buys the same
          thing twice, and nobody sees your address.
        </p>
        <p>
          <ButtonLink size="is-large" to={paths.newGiftList()}>
            Make a gift list
          </ButtonLink>
        </p>
      </div>
      {image ? (
        <div className={styles.heroImage}>
          <ShopImage image={image} alt="" sizes="(min-width: 900px) 384px, 224px" priority />
        </div>
      ) : null}
    </section>
  );
}

const STEPS: ReadonlyArray<Readonly<{ icon: IconName; title: string; text: string }>> = [
  {
    icon: "edit",
    title: "Make it",
    text: "A name, a date and an email address. You need no password. Add gifts from any page of the shop.",
  },
  {
    icon: "mail",
    title: "Send it",
    text: "One link for everybody, and cards with a code to print. We do not email your friends.",
  },
  {
    icon: "gift",
    title: "They choose",
    text: "Givers see what is still wanted. They buy it here, reserve it for seven days, or tell us that they bought it somewhere else.",
  },
  {
    icon: "heart",
    title: "Say thank you",
    text: "We keep who gave what, so that you can write to them. You can swap a gift, and we do not tell the giver.",
  },
];

function Steps() {
  return (
    <section aria-labelledby="how-it-works">
      <h2 className="d-lg" id="how-it-works">
        How it works
      </h2>
      <ol className="beside above-6">
        {STEPS.map(({ icon, title, text }) => (
          <li key={title} className="column gap-2">
            <Icon name={icon} />
            <h3 className="strong">{title}</h3>
            <p className="sm muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function OwnLists({ lists }: Pick<GiftListsPageProps, "lists">) {
  return (
    <section aria-labelledby="your-lists" className="above-10">
      <h2 className="d-md" id="your-lists">
        Your lists
      </h2>
      <ul className={styles.rows}>
        {lists.map(({ id, name, about }) => (
          <li key={id}>
            <span>
              <Link className="link strong" to={giftListPaths.ownGiftList(id)}>
                {name}
              </Link>
              <br />
              <span className="sm muted">{about}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CodeForm({ answer }: Pick<GiftListsPageProps, "answer">) {
  return (
    <TitledSection className="panel" id="open-list" look="d-md below-2" title="Open a family’s list">
      <p className="muted">Use the link that the family sent you, or type the code on their card.</p>
      <Form method="post" action={paths.giftLists()} className="column above-4 starts" noValidate>
        <TextField
          {...fieldOf(answer, "code")}
          label="Code on the card"
          hint="Eight letters and figures, such as 7K4P-9QWX"
          width="medium"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
        />
        <SubmitButton kind="line" intent="open" label="Open the list" pendingLabel="Opening" />
      </Form>
    </TitledSection>
  );
}

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
].map((label, index) => ({ value: String(index + 1).padStart(2, "0"), label }));

/** Years before and after this one in which an event may be. */
const YEARS = { before: 1, after: 2 };

function FindForm({ answer, thisMonth, found }: Pick<GiftListsPageProps, "answer" | "thisMonth" | "found">) {
  const field = (name: string, ifNone?: string) => ({
    name,
    value: answer.values[name] ?? ifNone,
    error: answer.errors[name],
  });
  const [thisYear = "", month] = thisMonth.split("-");
  const years = Array.from({ length: YEARS.before + 1 + YEARS.after }, (_, at) =>
    String(Number(thisYear) - YEARS.before + at),
  );
  return (
    <TitledSection className="panel" id="find-list" look="d-md below-2" title="Find a list">
      <p className="muted">You can look by name only if the family has allowed it.</p>
      {found ? <Found found={found} /> : null}
      <Form method="post" action={paths.giftLists()} className="column above-4 starts" noValidate>
        <HoneypotField name={HONEYPOT_FIELD} />
        <TextField
          {...field("first_name")}
          label="First name"
          maxLength={PERSON_NAME_MAX}
          autoComplete="off"
        />
        <TextField {...field("last_name")} label="Last name" maxLength={PERSON_NAME_MAX} autoComplete="off" />
        <SelectField {...field("month", month)} label="Month of the birth or party" options={MONTHS} />
        <SelectField
          {...field("year", thisYear)}
          label="Year"
          options={years.map((year) => ({ value: year, label: year }))}
        />
        <SubmitButton kind="line" intent="find" label="Find the list" pendingLabel="Looking" />
      </Form>
    </TitledSection>
  );
}

function Found({ found }: Readonly<{ found: ReadonlyArray<FoundListSummary> }>) {
  if (found.length === 0)
    return (
      <p role="status">
        We found no list with those names and month that can be looked up. Ask the family for the link.
      </p>
    );
  return (
    <ul className={styles.rows} role="status">
      {found.map(({ name, when, path }) => (
        <li key={path}>
          <Link className="link" to={path}>
            {name}
          </Link>
          <span className="sm muted">{when}</span>
        </li>
      ))}
    </ul>
  );
}

function LinkForm({ answer, isCustomer }: Pick<GiftListsPageProps, "answer" | "isCustomer">) {
  return (
    <TitledSection className="panel" id="own-list" look="d-md below-2" title="Open your own list">
      <p className="muted">
        We’ll email a link to the address you made it with, or look after it with. It works once, for 30
        minutes.
      </p>
      <Form method="post" action={paths.giftLists()} className="column above-4 starts" noValidate>
        <HoneypotField name={HONEYPOT_FIELD} />
        <EmailField name="email" value={answer.values["email"]} error={answer.errors["email"]} />
        <SubmitButton kind="line" intent="send-link" label="Email me the link" pendingLabel="Sending" />
      </Form>
      <p className="sm muted above-4">
        Lost that mailbox?{" "}
        <Link className="link" to={paths.contact()}>
          Contact us
        </Link>
        .
      </p>
      {isCustomer ? null : (
        <p className="sm muted">
          Have an account with that address?{" "}
          <Link className="link" to={paths.login({ redirectTo: paths.giftLists() })}>
            Log in
          </Link>{" "}
          and your lists are here.
        </p>
      )}
    </TitledSection>
  );
}
