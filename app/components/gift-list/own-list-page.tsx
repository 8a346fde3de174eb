import { Form, Link } from "@remix-run/react";

import type { AuthAnswer } from "#app/components/auth/auth-frame.tsx";
import { FieldError } from "#app/components/form/field.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { ArrowLink, Button, ButtonLink, IconButton } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import type { Note } from "#app/components/ui/note.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { PriceText } from "#app/components/ui/price-text.tsx";
import { Quantity } from "#app/components/ui/quantity.tsx";
import { IMAGE_SIZES, ShopImage } from "#app/components/ui/shop-image.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { giftTitle, type ShownGift } from "#app/models/gift-list/shown-gift.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";
import { QrCode, type QrCodeProps } from "#app/components/ui/qr-code.tsx";

import styles from "./gift-list.module.css";
import rows from "./gift-row.module.css";
import { GiftListNotices } from "./notices.tsx";
import { OwnListBreadcrumbs } from "./own-list-breadcrumbs.tsx";

export type OwnListPageProps = Readonly<{
  list: Readonly<{
    id: string;
    name: string;
    family: string;
    email: string;
    state: "draft" | "open" | "closed";
    about: string;
    /** Null: it is shown at once. */
    surpriseUntil: string | null;
    isOwner: boolean;
    owner: string;
    /** Null for a co-owner, and where gifts go to the giver. */
    sentTo: string | null;
    isSentToGiver: boolean;
    /** Email addresses, for the owner only. */
    coOwners: ReadonlyArray<string>;
    openUntil: string;
  }>;
  gifts: ReadonlyArray<ShownGift>;
  /** Null for a draft. */
  share: Readonly<{ link: string; path: string; qr: QrCodeProps["qr"] }> | null;
  note: Note | null;
  answer: AuthAnswer;
}>;

export function OwnListPage({ list, gifts, share, note, answer }: OwnListPageProps) {
  return (
    <div className="wrap">
      <OwnListBreadcrumbs list={list} crumbs={[]} />
      <div className="row-head gap-4 below-5">
        <div>
          <h1 className="d-xl">{list.name}</h1>
          <p className="lead above-2">{list.about}</p>
        </div>
        <ButtonLink kind="line" to={giftListPaths.editGiftList(list.id)}>
          Edit the list
        </ButtonLink>
      </div>
      <GiftListNotices answer={answer} note={note} />
      {list.state === "draft" ? <DraftBanner list={list} /> : null}
      <div className="split">
        <div>
          {list.surpriseUntil && list.state !== "draft" ? (
            <SurpriseNotice id={list.id} until={list.surpriseUntil} isOwner={list.isOwner} />
          ) : null}
          {list.surpriseUntil ? null : (
            <p>
              <ArrowLink to={giftListPaths.giftListThanks(list.id)}>Thank-you list</ArrowLink>
            </p>
          )}
          <OwnGifts listId={list.id} gifts={gifts} answer={answer} />
        </div>
        <aside className="panel panel-sticky column" aria-labelledby="send-it">
          <h2 className="d-sm" id="send-it">
            Send it
          </h2>
          {share ? (
            <Share list={list} share={share} />
          ) : (
            <p>Confirm your email address, then you can share the list.</p>
          )}
          <Settings list={list} />
        </aside>
      </div>
    </div>
  );
}

function OwnGifts({
  listId,
  gifts,
  answer,
}: Pick<OwnListPageProps, "gifts" | "answer"> & Readonly<{ listId: string }>) {
  return (
    <>
      <ul className="above-6">
        {gifts.map((gift, index) => (
          <OwnGift
            key={gift.id}
            {...{ gift, listId, answer }}
            isFirst={index === 0}
            isLast={index === gifts.length - 1}
          />
        ))}
      </ul>
      {gifts.length === 0 ? (
        <p className="lead">Nothing on the list yet. On any product page, open “Add to a gift list”.</p>
      ) : null}
      <p className="above-6">
        <ArrowLink to={paths.categories()}>Add more gifts</ArrowLink>
      </p>
    </>
  );
}

type ListProps = Pick<OwnListPageProps, "list">;

function DraftBanner({ list }: ListProps) {
  return (
    <div className="below-6">
      <Notice
        kind="warn"
        action={
          <Form method="post" action={giftListPaths.ownGiftList(list.id)}>
            <SubmitButton
              kind="line"
              size="is-small"
              intent="send-again"
              label="Send it again"
              pendingLabel="Sending"
            />
          </Form>
        }
      >
        <p>
          <b>Nobody can see this list yet.</b> Open the email we sent to {list.email} to share it.
        </p>
      </Notice>
    </div>
  );
}

function SurpriseNotice({ id, until, isOwner }: Readonly<{ id: string; until: string; isOwner: boolean }>) {
  return (
    <Notice
      kind="info"
      action={
        isOwner ? (
          <ButtonLink kind="line" size="is-small" to={giftListPaths.showGifts(id)}>
            Show me now
          </ButtonLink>
        ) : undefined
      }
    >
      <p>
        <b>Gifts are being kept a surprise.</b> This is the list as you wrote it. We do not show what has been
        taken, and by whom, before {until}.
      </p>
    </Notice>
  );
}

type OwnGiftProps = Readonly<{
  gift: ShownGift;
  listId: string;
  answer: AuthAnswer;
  isFirst: boolean;
  isLast: boolean;
}>;

/** Of the field for how many are wanted, and of its error among those of the page. */
export const giftQuantityFieldId = (giftId: string) => `quantity-${giftId}`;

const INTENTS = { set: "set-quantity", fewer: "fewer", more: "more" } as const;

function OwnGift({ gift, listId, answer, isFirst, isLast }: OwnGiftProps) {
  const locale = useLocale();
  const title = giftTitle(gift);
  return (
    <li className={`${rows.gift} ${rows.own}`} id={gift.id}>
      <Form method="post" action={giftListPaths.ownGiftList(listId)} className={rows.move} preventScrollReset>
        <input type="hidden" name="gift" value={gift.id} />
        {isFirst && isLast ? null : (
          <>
            <MoveButton name={title} way="up" isEnd={isFirst} />
            <MoveButton name={title} way="down" isEnd={isLast} />
          </>
        )}
      </Form>
      <div>
        {gift.image ? <ShopImage image={gift.image} alt="" sizes={IMAGE_SIZES.thumb} melt="paper" /> : null}
      </div>
      <div className="column gap-2">
        <GiftHeading gift={gift} />
        <GiftFacts gift={gift} locale={locale} />
        {gift.note ? <p className="note measure">{gift.note}</p> : null}
        <SaleState gift={gift} />
      </div>
      <OwnGiftChanges gift={gift} listId={listId} answer={answer} />
    </li>
  );
}

type MoveButtonProps = Readonly<{ name: string; way: "up" | "down"; isEnd: boolean }>;

function MoveButton({ name, way, isEnd }: MoveButtonProps) {
  return (
    <IconButton
      // Not `disabled` at an end, which would lose the focus.
      nativeType={isEnd ? "button" : "submit"}
      aria-disabled={isEnd || undefined}
      name="intent"
      value={way}
      label={`Move ${name} ${way}`}
      icon={way}
    />
  );
}

function OwnGiftChanges({ gift, listId, answer }: Pick<OwnGiftProps, "gift" | "listId" | "answer">) {
  const title = giftTitle(gift);
  const id = giftQuantityFieldId(gift.id);
  const error = answer.errors[id];
  return (
    <div className={`column gap-2 ${rows.do}`}>
      {error ? <FieldError id={`${id}-error`} error={error} /> : null}
      <Form
        method="post"
        action={giftListPaths.ownGiftList(listId)}
        className="icon-text gap-3"
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="gift" value={gift.id} />
        <span className="sm strong" aria-hidden="true">
          Wanted
        </span>
        <Quantity
          id={id}
          value={(error && answer.values["quantity"]) || gift.quantity}
          errorId={error ? `${id}-error` : undefined}
          min={1}
          max={gift.quantityMaximum}
          label={`How many ${title} are wanted`}
          intents={INTENTS}
        />
      </Form>
      <div className="cluster gap-1">
        <ButtonLink kind="quiet" size="is-small" to={giftListPaths.editGift(listId, gift.id)}>
          Edit<span className="visually-hidden"> {title}</span>
        </ButtonLink>
        <Form method="post" action={giftListPaths.ownGiftList(listId)}>
          <input type="hidden" name="gift" value={gift.id} />
          <Button nativeType="submit" kind="quiet" size="is-small" name="intent" value="take-off">
            Remove<span className="visually-hidden"> {title} from the list</span>
          </Button>
        </Form>
      </div>
    </div>
  );
}

/** Its option stands below the name; a list of headings or links has no other way to tell two apart. */
export function GiftHeading({ gift: { name, optionText, path } }: Readonly<{ gift: ShownGift }>) {
  const title = (
    <>
      {name}
      {optionText ? <span className="visually-hidden"> ({optionText})</span> : null}
    </>
  );
  return <h2 className="item-name pre-line">{path ? <Link to={path}>{title}</Link> : title}</h2>;
}

export function GiftFacts({ gift, locale }: Readonly<{ gift: ShownGift; locale: string }>) {
  return (
    <div className="cluster gap-1 gap-x-4 sm muted">
      {gift.price ? <PriceText locale={locale} price={gift.price} as="span" /> : null}
      {gift.optionText ? <span>{gift.optionText}</span> : null}
      {gift.isMostNeeded ? <span>Most wanted</span> : null}
      {gift.ageText ? <span>{gift.ageText}</span> : null}
    </div>
  );
}

function SaleState({ gift }: Readonly<{ gift: ShownGift }>) {
  if (gift.sale === "on-sale") return null;
  return (
    <p className="sm icon-text tops strong mustard">
      <Icon name="warn" size="small" />
      {gift.sale === "sold-out"
        ? "Out of stock at the moment. Givers can still reserve it."
        : "We no longer sell this. Take it off, or choose something like it."}
    </p>
  );
}

function Share({ list, share }: ListProps & Readonly<{ share: NonNullable<OwnListPageProps["share"]> }>) {
  return (
    <>
      <TextField name="link" label="Link to your list" value={share.link} readOnly />
      <p className="sm muted">Anyone with this link can see the list. We do not email your friends.</p>
      <div className={styles.code}>
        <QrCode className={styles.qr} qr={share.qr} label="QR code of your list" />
        <div className="column">
          <ButtonLink kind="line" size="is-small" to={giftListPaths.giftListCards(list.id)}>
            Print cards
          </ButtonLink>
          <Link className="link sm" to={share.path}>
            See it as a giver
          </Link>
          <Link className="link sm" to={giftListPaths.newGiftListLink(list.id)}>
            Make a new link
          </Link>
        </div>
      </div>
    </>
  );
}

function Settings({ list }: ListProps) {
  const change = list.isOwner ? (
    <Link className="link" to={giftListPaths.editGiftList(list.id)}>
      Change<span className="visually-hidden"> the list</span>
    </Link>
  ) : null;
  return (
    <ul className="sm column above-4">
      <li className="icon-text tops gap-3">
        <Icon name="gift" />
        <span>
          {list.surpriseUntil
            ? `Surprise until ${list.surpriseUntil}.`
            : "You see each gift as it is chosen."}{" "}
          {change}
        </span>
      </li>
      <li className="icon-text tops gap-3">
        <Icon name="pin" />
        <span>
          {sentToText(list)} {change}
        </span>
      </li>
      {list.state === "draft" ? null : (
        <li className="icon-text tops gap-3">
          <Icon name="account" />
          <span>
            {ownersText(list)}{" "}
            <Link className="link" to={giftListPaths.giftListOwners(list.id)}>
              {list.isOwner ? "Change who looks after it" : "Leave the list"}
            </Link>
          </span>
        </li>
      )}
      <li className="icon-text tops gap-3">
        <Icon name="clock" />
        <span>
          {list.state === "closed" ? "This list is closed." : `Open until ${list.openUntil}.`}{" "}
          {list.isOwner ? (
            <Link className="link" to={giftListPaths.closeGiftList(list.id)}>
              {list.state === "closed" ? "Open it again" : "Change or close"}
            </Link>
          ) : null}
        </span>
      </li>
    </ul>
  );
}

function sentToText({ isOwner, isSentToGiver, sentTo, owner }: OwnListPageProps["list"]): string {
  if (isSentToGiver) return "Gifts go to the giver, who brings them.";
  return isOwner ? `Gifts go to ${sentTo ?? ""}. Only you see this.` : `Gifts go to ${owner}’s address.`;
}

function ownersText({ isOwner, owner, coOwners, email }: OwnListPageProps["list"]): string {
  if (!isOwner) return `You look after it with ${owner}.`;
  return coOwners.length === 0
    ? `It belongs to ${email}.`
    : `It belongs to ${email}. Looked after with ${coOwners.join(" and ")}.`;
}
