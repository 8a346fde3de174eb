import { Form, Link } from "@remix-run/react";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import { fieldOf } from "#app/components/form/field.tsx";
import { HoneypotField } from "#app/components/form/honeypot-field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { EmailField } from "#app/components/form/text-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import type { Note } from "#app/components/ui/note.tsx";
import { CO_OWNERS_MAX } from "#app/models/gift-list/gift-list.ts";
import { HONEYPOT_FIELD } from "#app/models/shared/honeypot.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";

import styles from "./gift-list.module.css";
import { GiftListNotices } from "./notices.tsx";
import { OwnListBreadcrumbs } from "./own-list-breadcrumbs.tsx";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

type Owned = Readonly<{
  email: string;
  coOwners: ReadonlyArray<Readonly<{ id: string; email: string; isInvited: boolean }>>;
  movesTo: string | null;
}>;

type OwnersPageProps = Readonly<{
  list: Readonly<{ id: string; name: string; owner: string; isOpen: boolean }>;
  /** Null for a co-owner. */
  owned: Owned | null;
  note: Note | null;
  answer: AuthAnswer;
}>;

export function OwnersPage({ list, owned, note, answer }: OwnersPageProps) {
  const title = "Who looks after the list";
  return (
    <div className="wrap">
      <OwnListBreadcrumbs list={list} crumbs={[{ name: title, path: null }]} />
      <h1 className="d-lg below-6">{title}</h1>
      <GiftListNotices answer={answer} note={note} />
      <div className="column gap-6 measure">
        {owned ? (
          <>
            <CoOwners list={list} owned={owned} answer={answer} />
            <Address list={list} owned={owned} answer={answer} />
          </>
        ) : (
          <Leave list={list} />
        )}
      </div>
      <p className="above-6">
        <Link className="link" to={giftListPaths.ownGiftList(list.id)}>
          Back to the list
        </Link>
      </p>
    </div>
  );
}

type PartProps = Pick<OwnersPageProps, "list" | "answer"> & Readonly<{ owned: Owned }>;

function CoOwners({ list, owned, answer }: PartProps) {
  const { coOwners } = owned;
  return (
    <TitledSection
      look="d-sm"
      className="column gap-5 section-line"
      id="co-owners"
      title="Look after it together"
    >
      <p>
        Up to two people can edit and share the list with you, swap gifts, and see who gave what when you can.
        Your address, the surprise, closing and deleting stay with you.
      </p>
      {coOwners.length > 0 ? (
        <ul className={styles.rows}>
          {coOwners.map((one) => (
            <li key={one.id}>
              <span>
                <span className="strong">{one.email}</span>
                <br />
                <span className="sm muted">
                  {one.isInvited ? "Invited. The link works for 7 days." : "Looks after the list with you."}
                </span>
              </span>
              <Form method="post" action={giftListPaths.giftListOwners(list.id)}>
                <input type="hidden" name="co_owner" value={one.id} />
                <Button nativeType="submit" kind="line" size="is-small" name="intent" value="remove">
                  {one.isInvited ? "Take back" : "Remove"}
                  <span className="visually-hidden">
                    {one.isInvited ? " the invitation of" : ""} {one.email}
                  </span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      ) : null}
      {list.isOpen && coOwners.length < CO_OWNERS_MAX ? <Invite id={list.id} answer={answer} /> : null}
    </TitledSection>
  );
}

function Invite({ id, answer }: Readonly<{ id: string; answer: AuthAnswer }>) {
  return (
    <Form method="post" action={giftListPaths.giftListOwners(id)} noValidate className="column">
      <HoneypotField name={HONEYPOT_FIELD} />
      <EmailField
        {...fieldOf(answer, "email")}
        hint="We’ll email them an invitation with your first name and the name of the list. Givers never see them"
      />
      <div>
        <SubmitButton kind="line" intent="invite" label="Send the invitation" pendingLabel="Sending" />
      </div>
    </Form>
  );
}

function Address({ list, owned, answer }: PartProps) {
  return (
    <TitledSection look="d-sm" className="column gap-5 section-line" id="address" title="Your email address">
      <p>
        The list belongs to {owned.email}. If you move it, you open it with the new address, and our emails
        about it go there. We also tell the old one, which can undo the move for 72 hours.
      </p>
      {owned.movesTo === null ? null : (
        <div className="column">
          <p>
            <b>Press the button in the email to {owned.movesTo}.</b> Until then nothing changes.
          </p>
          <Form method="post" action={giftListPaths.giftListOwners(list.id)}>
            <SubmitButton
              kind="line"
              size="is-small"
              intent="cancel-move"
              label="Cancel the move"
              pendingLabel="Cancelling"
            />
          </Form>
        </div>
      )}
      <Form method="post" action={giftListPaths.giftListOwners(list.id)} noValidate className="column">
        <HoneypotField name={HONEYPOT_FIELD} />
        <EmailField {...fieldOf(answer, "new_email")} label="New email address" />
        <div>
          <SubmitButton kind="line" intent="move" label="Move the list" pendingLabel="Sending" />
        </div>
      </Form>
    </TitledSection>
  );
}

function Leave({ list }: Pick<OwnersPageProps, "list">) {
  return (
    <TitledSection look="d-sm" className="column gap-5 section-line" id="leave" title="Leave the list">
      <p>
        You look after this list with {list.owner}. If you leave it, you can open it no more, and we delete
        your email address from it.
      </p>
      <Form method="post" action={giftListPaths.giftListOwners(list.id)}>
        <SubmitButton kind="danger" intent="leave" label="Leave the list" pendingLabel="Leaving" />
      </Form>
    </TitledSection>
  );
}
