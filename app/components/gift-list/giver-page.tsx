import { Form, Link } from "@remix-run/react";

import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { type Note, NoteNotice } from "#app/components/ui/note.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { Select } from "#app/components/form/select-field.tsx";
import { IMAGE_SIZES, ShopImage } from "#app/components/ui/shop-image.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import { giftTitle, type ShownGift } from "#app/models/gift-list/shown-gift.ts";
import { giftListPaths } from "#app/gift-list-paths.ts";
import { paths } from "#app/paths.ts";

import styles from "./gift-list.module.css";
import rows from "./gift-row.module.css";
import { GiftFacts, GiftHeading } from "./own-list-page.tsx";

export type GiverGift = ShownGift &
  Readonly<{
    /** Null on the family's own view. */
    standing:
      | Readonly<{ kind: "wanted"; left: number; text: string }>
      | Readonly<{ kind: "reserved"; until: string }>
      | Readonly<{ kind: "taken" }>
      | null;
    own: Readonly<{ id: string; until: string | null }> | null;
    arrival: string | null;
    /** Two people bring it, so a day is arranged. */
    isTwoPerson: boolean;
  }>;

export type GiverPageProps = Readonly<{
  list: Readonly<{
    code: string;
    name: string;
    family: string;
    when: string;
    words: string | null;
    isSentToFamily: boolean;
    isSurprise: boolean;
    occasion: string;
  }>;
  gifts: ReadonlyArray<GiverGift>;
  /** "7 of 10 gifts"; null on the family's own view. */
  stillText: string | null;
  sort: "written" | "price";
  isOwn: boolean;
  note: Note | null;
}>;

export function GiverPage({ list, gifts, stillText, sort, isOwn, note }: GiverPageProps) {
  return (
    <div className="wrap">
      <Head list={list} gifts={gifts} />
      <div className="notices">
        <NoteNotice note={note} />
        {isOwn ? <OwnNotice isSurprise={list.isSurprise} /> : null}
      </div>
      <div className="split">
        <div>
          {gifts.length === 0 ? (
            <p className="lead">{list.family} are still writing this list. Come back in a day or two.</p>
          ) : (
            <>
              <Toolbar code={list.code} stillText={stillText} sort={sort} />
              <ul>
                {gifts.map((gift) => (
                  <GiverRow key={gift.id} {...{ gift, isOwn }} code={list.code} family={list.family} />
                ))}
              </ul>
              {stillText?.startsWith("0 ") ? <AllTaken /> : null}
            </>
          )}
          <p className="sm muted above-6">
            Something wrong with this list?{" "}
            <Link className="link" to={paths.contact()}>
              Contact us
            </Link>
          </p>
        </div>
        <ThreeWays isSentToFamily={list.isSentToFamily} />
      </div>
    </div>
  );
}

function Head({ list, gifts }: Pick<GiverPageProps, "list" | "gifts">) {
  const image = gifts.find((gift) => gift.image !== null)?.image;
  return (
    <section className={styles.hero}>
      <HeadText list={list} />
      {image ? (
        <div className={styles.heroImage}>
          <ShopImage image={image} alt="" sizes="(min-width: 900px) 384px, 224px" priority />
        </div>
      ) : null}
    </section>
  );
}

function HeadText({ list }: Pick<GiverPageProps, "list">) {
  return (
    <div className={styles.heroCopy}>
      <p className="eyebrow">Gift list</p>
      <h1 className="d-xl">{list.name}</h1>
      {list.words ? <p className="lead">“{list.words}”</p> : null}
      <ul className="cluster gap-x-6 sm">
        <li className="icon-text">
          <Icon name="clock" />
          {list.when}
        </li>
        <li className="icon-text">
          <Icon name="pin" />
          {list.isSentToFamily
            ? "Sent straight to them. You do not need the address."
            : "Sent to you. You bring it yourself."}
        </li>
        <li className="icon-text">
          <Icon name="gift" />
          {surpriseText(list)}
        </li>
      </ul>
    </div>
  );
}

function surpriseText({ isSurprise, occasion }: GiverPageProps["list"]): string {
  if (!isSurprise) return "They see each gift as it is chosen";
  return occasion === "baby"
    ? "They see who gave what after the birth"
    : "They see who gave what after the day";
}

function OwnNotice({ isSurprise }: Readonly<{ isSurprise: boolean }>) {
  return (
    <Notice kind="info">
      <p>
        <b>This is your own list.</b>{" "}
        {isSurprise ? "To keep the surprise, taken gifts are not marked here." : "Givers see it like this."}
      </p>
    </Notice>
  );
}

function Toolbar({
  code,
  stillText,
  sort,
}: Pick<GiverPageProps, "stillText" | "sort"> & Readonly<{ code: string }>) {
  return (
    <div className="cluster ends gap-3 gap-x-6 below-4">
      <p>
        {stillText ? (
          <>
            <b>{stillText}</b> still wanted
          </>
        ) : null}
      </p>
      <Form method="get" action={giftListPaths.giftList(code)} className="icon-text">
        <label className="sm muted" htmlFor="sort">
          Sort by
        </label>
        <Select
          key={sort}
          id="sort"
          name="sort"
          value={sort}
          options={[
            { value: "written", label: "As they wrote it" },
            { value: "price", label: "Price, lowest first" },
          ]}
        />
        <Button nativeType="submit" kind="line" size="is-small">
          Sort
        </Button>
      </Form>
    </div>
  );
}

type RowProps = Readonly<{ gift: GiverGift; code: string; family: string; isOwn: boolean }>;

function GiverRow({ gift, code, family, isOwn }: RowProps) {
  const locale = useLocale();
  const isTaken = gift.standing?.kind === "taken" && gift.own === null;
  return (
    <li className={isTaken ? `${rows.gift} ${rows.isTaken}` : rows.gift}>
      <div>
        {gift.image ? <ShopImage image={gift.image} alt="" sizes={IMAGE_SIZES.thumb} melt="paper" /> : null}
      </div>
      <div className="column gap-2">
        <GiftHeading gift={gift} />
        <GiftFacts gift={gift} locale={locale} />
        {gift.note ? <p className="note measure">{gift.note}</p> : null}
        <Standing gift={gift} />
        {gift.arrival ? (
          <p className="icon-text tops sm muted">
            <Icon name="truck" size="small" />
            {gift.arrival}
          </p>
        ) : null}
        {gift.isTwoPerson ? (
          <p className="sm muted">
            Its delivery day is arranged with {family}, so they will know that something large is coming.
          </p>
        ) : null}
      </div>
      <div className={`column gap-2 ${rows.do}`}>
        {isOwn ? null : <GiverButton gift={gift} code={code} />}
      </div>
    </li>
  );
}

function Standing({ gift: { standing, own, quantity, sale } }: Readonly<{ gift: GiverGift }>) {
  if (own)
    return (
      <p className="icon-text strong">
        <Icon name="check" size="small" />
        {own.until ? `Reserved for you until ${own.until}` : "Chosen by you"}
      </p>
    );
  if (!standing || sale === "discontinued") return null;
  switch (standing.kind) {
    case "wanted":
      return (
        <p className="icon-text strong">
          {quantity > 1 ? <Pips quantity={quantity} left={standing.left} /> : null}
          {standing.text}
        </p>
      );
    case "reserved":
      return (
        <p className="icon-text strong mustard">
          <Icon name="clock" size="small" />
          Reserved until {standing.until}
        </p>
      );
    case "taken":
      return (
        <p className="icon-text strong muted">
          <Icon name="check" size="small" />
          Taken
        </p>
      );
  }
}

function Pips({ quantity, left }: Readonly<{ quantity: number; left: number }>) {
  return (
    <span className={rows.pips} aria-hidden="true">
      {Array.from({ length: quantity }, (_, index) => (
        <i key={index} className={index < quantity - left ? rows.on : undefined} />
      ))}
    </span>
  );
}

function GiverButton({ gift, code }: Readonly<{ gift: GiverGift; code: string }>) {
  const name = <span className="visually-hidden">: {giftTitle(gift)}</span>;
  if (gift.own)
    return (
      <ButtonLink kind="line" to={giftListPaths.ownGift({ claim: gift.own.id })}>
        Change{name}
      </ButtonLink>
    );
  if (gift.sale === "discontinued") return <p className="sm muted">We no longer sell this.</p>;
  if (gift.standing?.kind === "reserved")
    return (
      <>
        <ButtonLink kind="line" to={giftListPaths.giftAlert(code, gift.id)}>
          Ask to be told{name}
        </ButtonLink>
        <p className="xs muted">We’ll email you if it is free again</p>
      </>
    );
  if (gift.standing?.kind !== "wanted") return null;
  if (gift.sale === "sold-out")
    return (
      <>
        <ButtonLink kind="line" to={giftListPaths.giveGift(code, gift.id)}>
          Reserve it{name}
        </ButtonLink>
        <p className="xs muted">Out of stock. We’ll email you when you can buy it</p>
      </>
    );
  return <ButtonLink to={giftListPaths.giveGift(code, gift.id)}>Give this{name}</ButtonLink>;
}

function AllTaken() {
  return (
    <div className="column above-6">
      <p>Everything on this list has been chosen. You can still send something of your own.</p>
      <p>
        <ButtonLink kind="line" to={paths.giftsByAge()}>
          Gifts by age
        </ButtonLink>
      </p>
    </div>
  );
}

function ThreeWays({ isSentToFamily }: Readonly<{ isSentToFamily: boolean }>) {
  return (
    <aside className="panel panel-sticky" aria-labelledby="ways">
      <h2 className="d-sm" id="ways">
        Three ways to give
      </h2>
      <ul className="column above-4">
        <li className="icon-text tops gap-3">
          <Icon name="truck" />
          <span>
            <b className="strong">Buy it here</b>
            <br />
            <span className="sm muted">
              {isSentToFamily
                ? "Sent to them, with your message and no prices. Their address stays with us."
                : "Sent to you, and it comes off the list."}
            </span>
          </span>
        </li>
        <li className="icon-text tops gap-3">
          <Icon name="clock" />
          <span>
            <b className="strong">Reserve it</b>
            <br />
            <span className="sm muted">Held for seven days. You pay nothing yet.</span>
          </span>
        </li>
        <li className="icon-text tops gap-3">
          <Icon name="check" />
          <span>
            <b className="strong">Bought somewhere else</b>
            <br />
            <span className="sm muted">Tell us, and it comes off the list.</span>
          </span>
        </li>
      </ul>
    </aside>
  );
}
