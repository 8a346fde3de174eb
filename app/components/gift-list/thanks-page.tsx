import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import { CountedTextArea } from "#app/components/form/counted-text-area.tsx";
import { fieldOf } from "#app/components/form/field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { MeterBar } from "#app/components/ui/meter-bar.tsx";
import type { Note } from "#app/components/ui/note.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { PrintButton } from "#app/components/ui/print-button.tsx";
import { IMAGE_SIZES, ShopImage } from "#app/components/ui/shop-image.tsx";
import type { ProductImage } from "#app/models/catalogue/product.ts";
import { THANKS_MAX } from "#app/models/gift-list/gift-list.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";

import { GiftListNotices } from "./notices.tsx";
import { OwnListBreadcrumbs } from "./own-list-breadcrumbs.tsx";
import own from "./thanks-page.module.css";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

export type ThanksPageProps = Readonly<{
  list: Readonly<{ id: string; name: string }>;
  gifts: ReadonlyArray<
    Readonly<{
      claimId: string;
      giftName: string;
      image: ProductImage | null;
      about: string;
      givers: string;
      message: string | null;
      thankedOn: string | null;
      isWritten: boolean;
      canWrite: boolean;
      /** "open": the family is asked whether it has come. "missing": it had not. */
      arrival: "open" | "missing" | null;
      givenOn: string;
    }>
  >;
  /** Days after their arrival in which gifts can be swapped; null if none was bought here. */
  swapDays: number | null;
  writingTo: string | null;
  note: Note | null;
  answer: AuthAnswer;
}>;

export function ThanksPage({ list, gifts, swapDays, writingTo, note, answer }: ThanksPageProps) {
  const given = gifts.filter(({ arrival }) => arrival !== "missing");
  const left = given.filter(({ thankedOn }) => thankedOn === null).length;
  return (
    <div className="wrap">
      <div className="no-print">
        <OwnListBreadcrumbs list={list} crumbs={[{ name: "Thank-you list", path: null }]} />
      </div>
      <div className="row-head gap-4 below-5">
        <div>
          <h1 className="d-xl">Thank-you list</h1>
          <p className="lead above-2">
            {given.length === 1 ? "1 gift" : `${given.length} gifts`}. {left} still to thank.
          </p>
        </div>
        <div className="no-print cluster gap-3">
          {given.length > 0 ? <PrintButton label="Print" /> : null}
          <a className="link" href={giftListPaths.giftListThanksFile(list.id)} download>
            Download (CSV)
          </a>
        </div>
      </div>
      {given.length > 0 ? (
        <div className={`no-print ${own.progress}`}>
          <MeterBar value={(given.length - left) / given.length} />
        </div>
      ) : null}
      <GiftListNotices answer={answer} note={note} />
      <ArrivalQuestions listId={list.id} gifts={gifts} />
      {gifts.length === 0 ? (
        <p className="lead">Nothing has been given yet.</p>
      ) : (
        <ul>
          {gifts.map((gift) => (
            <GivenRow key={gift.claimId} listId={list.id} {...{ gift, writingTo, answer }} />
          ))}
        </ul>
      )}
      {swapDays === null ? null : <SwapPanel listId={list.id} days={swapDays} />}
    </div>
  );
}

function SwapPanel({ listId, days }: Readonly<{ listId: string; days: number }>) {
  return (
    <TitledSection
      className="no-print panel above-10"
      id="swap"
      look="d-sm"
      title="Two of something, or the wrong colour?"
    >
      <div className="column above-3 measure">
        <p>
          You may swap a gift bought here within {days} days of its arrival, for anything in the shop. We do
          not tell the giver. Money can only go back to the card that paid, so you get shop credit.
        </p>
        <p>
          <ButtonLink kind="line" to={giftListPaths.swapGift(listId)}>
            Swap or return a gift
          </ButtonLink>
        </p>
      </div>
    </TitledSection>
  );
}

function ArrivalQuestions({ listId, gifts }: Readonly<{ listId: string; gifts: ThanksPageProps["gifts"] }>) {
  const open = gifts.filter(({ arrival }) => arrival === "open");
  if (open.length === 0) return null;
  return (
    <div className="no-print notices">
      {open.map(({ claimId, giftName, givers, givenOn }) => (
        <Notice
          key={claimId}
          kind="info"
          action={
            <ArrivalForm listId={listId} claimId={claimId}>
              <SubmitButton {...SMALL} intent="arrived" label="Yes" describe={giftName} />
              <SubmitButton {...SMALL} intent="not-arrived" label="Not yet" describe={giftName} />
            </ArrivalForm>
          }
        >
          <p>
            <b>Did the {giftName} arrive?</b> {givers} told us on {givenOn} that they had bought it somewhere
            else.
          </p>
        </Notice>
      ))}
    </div>
  );
}

const SMALL = { kind: "line", size: "is-small" } as const;

function ArrivalForm({
  listId,
  claimId,
  children,
}: Readonly<{ listId: string; claimId: string; children: ReactNode }>) {
  return (
    <Form method="post" action={giftListPaths.giftListThanks(listId)} className="cluster gap-3">
      <input type="hidden" name="claim" value={claimId} />
      {children}
    </Form>
  );
}

/** It is back on the list, and may still be brought. */
function MissingGift({ listId, gift }: GiftProps) {
  return (
    <div className="no-print cluster gap-3">
      <span className="sm muted">Not here yet, and back on the list</span>
      <ArrivalForm listId={listId} claimId={gift.claimId}>
        <SubmitButton {...SMALL} intent="arrived" label="It has arrived" describe={gift.giftName} />
      </ArrivalForm>
    </div>
  );
}

type RowProps = GiftProps & Pick<ThanksPageProps, "writingTo" | "answer">;

function GivenRow({ listId, gift, writingTo, answer }: RowProps) {
  return (
    <li className={own.thanks} id={gift.claimId}>
      <div className="media">
        {gift.image ? (
          <ShopImage image={gift.image} alt="" sizes={IMAGE_SIZES.thumb} melt="paper" />
        ) : (
          <span />
        )}
        <div>
          <b className="strong">{gift.giftName}</b>
          <p className="sm muted">{gift.about}</p>
        </div>
      </div>
      <div>
        <b className="strong">{gift.givers}</b>
        {gift.message ? <p className="note">“{gift.message}”</p> : null}
      </div>
      {gift.arrival === "missing" ? (
        <MissingGift listId={listId} gift={gift} />
      ) : (
        <ThanksButtons listId={listId} gift={gift} />
      )}
      {isWritingTo(gift, { writingTo, answer }) ? (
        <WriteForm listId={listId} gift={gift} answer={answer} />
      ) : null}
    </li>
  );
}

/** Also where somebody else has written meanwhile, so that refused words are not lost. */
function isWritingTo(
  { claimId, canWrite, isWritten }: ThanksPageProps["gifts"][number],
  { writingTo, answer }: Pick<ThanksPageProps, "writingTo" | "answer">,
): boolean {
  return writingTo === claimId && ((canWrite && !isWritten) || Boolean(answer.values["words"]));
}

type GiftProps = Readonly<{ listId: string; gift: ThanksPageProps["gifts"][number] }>;

function ThanksButtons({ listId, gift }: GiftProps) {
  const { claimId, giftName, thankedOn, isWritten, canWrite } = gift;
  return (
    <div className="no-print cluster gap-3">
      {canWrite && !isWritten ? (
        <Link className="link" to={`${giftListPaths.giftListThanks(listId, { write: claimId })}#${claimId}`}>
          Write to them<span className="visually-hidden"> about {giftName}</span>
        </Link>
      ) : null}
      {canWrite || isWritten ? null : (
        <p className="sm muted">We no longer have an address for this giver.</p>
      )}
      <Form method="post" action={giftListPaths.giftListThanks(listId)} preventScrollReset>
        <input type="hidden" name="claim" value={claimId} />
        {thankedOn === null ? null : (
          <span className="icon-text strong holly">
            <Icon name="check" size="small" />
            Thanked, {thankedOn}
          </span>
        )}
        {/* One button for both, which keeps the focus. */}
        <SubmitButton
          kind="quiet"
          size="is-small"
          intent={thankedOn === null ? "thanked" : "not-thanked"}
          label={thankedOn === null ? "Mark as thanked" : "Undo"}
          describe={giftName}
        />
      </Form>
    </div>
  );
}

function WriteForm({ listId, gift, answer }: GiftProps & Readonly<{ answer: AuthAnswer }>) {
  return (
    <Form
      method="post"
      action={giftListPaths.giftListThanks(listId, { write: gift.claimId })}
      className={`column measure ${own.write}`}
      noValidate
    >
      <input type="hidden" name="claim" value={gift.claimId} />
      <CountedTextArea
        {...fieldOf(answer, "words")}
        label={`Your thank-you to ${gift.givers}`}
        hint="We email it for you. They do not see your address, and you do not see theirs"
        rows={5}
        maxLength={THANKS_MAX}
      />
      <p className="cluster gap-3">
        <SubmitButton intent="write" label="Send your thank-you" pendingLabel="Sending" />
        <Link className="link" to={giftListPaths.giftListThanks(listId)}>
          Cancel
        </Link>
      </p>
    </Form>
  );
}
