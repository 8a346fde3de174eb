import { Form } from "@remix-run/react";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import { CountedTextArea } from "#app/components/form/counted-text-area.tsx";
import { fieldOf } from "#app/components/form/field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { ArrowLink, ButtonLink } from "#app/components/ui/button.tsx";
import type { Note } from "#app/components/ui/note.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { ShopImage } from "#app/components/ui/shop-image.tsx";
import type { ProductImage } from "#app/models/catalogue/product.ts";
import { GIVER_MESSAGE_MAX, GIVER_NAME_MAX } from "#app/models/gift-list/claim.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";

import styles from "./gift-list.module.css";
import { GiftListNotices } from "./notices.tsx";

export type OwnGiftPageProps = Readonly<{
  claim: Readonly<{
    id: string;
    isReservation: boolean;
    isConfirmed: boolean;
    email: string;
    giverName: string;
    message: string;
    /** "Monday 30 November", or null: for good. */
    until: string | null;
    /** "Monday 7 December", or null: it cannot be reserved for longer. */
    longerUntil: string | null;
  }>;
  gift: Readonly<{ name: string; image: ProductImage | null; buyPath: string | null }>;
  list: Readonly<{ name: string; path: string | null }>;
  note: Note | null;
  answer: AuthAnswer;
}>;

export function OwnGiftPage({ claim, gift, list, note, answer }: OwnGiftPageProps) {
  return (
    <div className="wrap">
      <div className="centre">
        {gift.image ? (
          <ShopImage image={gift.image} alt="" sizes="(min-width: 503px) 352px, 70vw" melt="paper" />
        ) : null}
        <h1 className="d-xl">{titleOf(claim, gift.name)}</h1>
        <p className="lead">
          {gift.name}, for {list.name}.{" "}
          {claim.isReservation ? "Nobody else can take it until then, and the family do not know." : null}
        </p>
        {claim.isReservation ? <ReservedWays id={claim.id} buyPath={gift.buyPath} /> : null}
      </div>
      <div className="measure above-6">
        <GiftListNotices answer={answer} note={note} />
        {claim.isConfirmed ? null : <Unconfirmed claim={claim} />}
        <Changes claim={claim} />
        <Words claim={claim} answer={answer} />
        {list.path ? (
          <p className="above-6">
            <ArrowLink to={list.path}>Back to the list</ArrowLink>
          </p>
        ) : null}
      </div>
    </div>
  );
}

function ReservedWays({ id, buyPath }: Readonly<{ id: string; buyPath: string | null }>) {
  return (
    <div className="cluster gap-3">
      {buyPath ? (
        <ButtonLink size="is-large" to={buyPath}>
          Buy it here
        </ButtonLink>
      ) : null}
      <OwnGiftForm id={id}>
        <SubmitButton
          kind="line"
          size="is-large"
          intent="bought-elsewhere"
          label="I bought it somewhere else"
        />
      </OwnGiftForm>
    </div>
  );
}

function Changes({ claim }: Pick<OwnGiftPageProps, "claim">) {
  return (
    <ul className={`above-6 below-6 ${styles.rows}`}>
      {claim.longerUntil ? (
        <li>
          <span>
            <b className="strong">Need longer?</b>
            <br />
            <span className="sm muted">Once more, until {claim.longerUntil}</span>
          </span>
          <OwnGiftForm id={claim.id}>
            <SubmitButton kind="line" size="is-small" intent="prolong" label="Reserve it for longer" />
          </OwnGiftForm>
        </li>
      ) : null}
      <li>
        <span>
          <b className="strong">Changed your mind?</b>
          <br />
          <span className="sm muted">It goes back on the list at once</span>
        </span>
        <OwnGiftForm id={claim.id}>
          <SubmitButton
            kind="line"
            size="is-small"
            intent="release"
            label="Let it go"
            pendingLabel="Letting it go"
          />
        </OwnGiftForm>
      </li>
    </ul>
  );
}

function titleOf({ isReservation, until, isConfirmed }: OwnGiftPageProps["claim"], name: string): string {
  if (isReservation && until) return `Reserved for you until ${until}`;
  return isConfirmed ? `The ${name} is off the list` : `Confirm that you have bought the ${name}`;
}

function OwnGiftForm({ id, children }: Readonly<{ id: string; children: React.ReactNode }>) {
  return (
    <Form method="post" action={giftListPaths.ownGift()}>
      <input type="hidden" name="claim" value={id} />
      {children}
    </Form>
  );
}

function Unconfirmed({ claim }: Pick<OwnGiftPageProps, "claim">) {
  return (
    <Notice
      kind="warn"
      action={
        <OwnGiftForm id={claim.id}>
          <SubmitButton
            kind="line"
            size="is-small"
            intent="send-again"
            label="Send it again"
            pendingLabel="Sending"
          />
        </OwnGiftForm>
      }
    >
      <p>
        <b>Open the email we sent to {claim.email} within a day.</b> It confirms your gift. Otherwise it goes
        back on the list.
      </p>
    </Notice>
  );
}

function Words({ claim, answer }: Pick<OwnGiftPageProps, "claim" | "answer">) {
  return (
    <Form method="post" action={giftListPaths.ownGift()} className="column gap-6 measure" noValidate>
      <input type="hidden" name="claim" value={claim.id} />
      <h2 className="d-sm">Your name and message</h2>
      <TextField
        {...fieldOf(answer, "giver_name")}
        label="Your name, as they will read it"
        maxLength={GIVER_NAME_MAX}
        autoComplete="name"
        value={answer.values["giver_name"] ?? claim.giverName}
      />
      <CountedTextArea
        {...fieldOf(answer, "message")}
        label="Message with the gift"
        optional
        rows={3}
        maxLength={GIVER_MESSAGE_MAX}
        value={answer.values["message"] ?? claim.message}
      />
      <p>
        <SubmitButton kind="line" intent="change-words" label="Save your words" />
      </p>
    </Form>
  );
}
