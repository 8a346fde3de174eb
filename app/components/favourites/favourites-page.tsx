import { Form, Link } from "@remix-run/react";

import { OwnerField } from "#app/components/form/owner-field.tsx";
import { RefusalNotice } from "#app/components/form/refusal-notice.tsx";
import { SubmitButton } from "#app/components/form/submit-button.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { useLostFocus } from "#app/components/layout/use-lost-focus.ts";
import { Notice } from "#app/components/ui/notice.tsx";
import type { FavouriteCard } from "#app/models/wishlist/wishlist.ts";
import { paths } from "#app/paths.ts";

import { FavouriteTile } from "./favourite-tile.tsx";
import { ShareList, type ShareListProps } from "./share-list.tsx";

type RemovedFavourite = Readonly<{
  name: string;
  undo: string;
  at: number;
}>;

export type FavouritesAnswer =
  Readonly<{ ok: true; removed?: RemovedFavourite | null }> | Readonly<{ ok: false; message: string }>;

export type FavouritesPageData = Readonly<{
  cards: ReadonlyArray<FavouriteCard>;
  goneCount: number;
  isCustomer: boolean;
  max: number;
  share: ShareListProps["share"];
  savedCount: number | null;
}>;

type FavouritesPageProps = Readonly<{ page: FavouritesPageData; answer: FavouritesAnswer | null }>;

export function FavouritesPage({ page, answer }: FavouritesPageProps) {
  const { cards, goneCount, isCustomer, max, share } = page;
  // A button goes with its tile, "Undo" with its notice.
  useLostFocus();
  if (cards.length === 0) return <EmptyFavourites page={page} answer={answer} />;
  return (
    <div className="wrap column gap-8 page-top">
      <div className="stack-small">
        <h1 className="d-xl">Favourites</h1>
        <p className="lead">{productsText(cards.length)}, newest first. Prices and stock are up to date.</p>
      </div>
      <div className="stack">
        <Notes page={page} answer={answer} />
        {isCustomer ? null : <LogInNote />}
        {goneCount > 0 ? <GoneNote count={goneCount} /> : null}
      </div>
      <ul className="grid grid-4">
        {cards.map((card) => (
          <li key={card.product.id}>
            <FavouriteTile card={card} />
          </li>
        ))}
      </ul>
      {cards.length + goneCount >= max ? (
        <p className="muted">You can save up to {max} products. If you save another, we remove the oldest.</p>
      ) : null}
      <ShareList share={share} isCustomer={isCustomer} />
    </div>
  );
}

function EmptyFavourites({ page, answer }: FavouritesPageProps) {
  return (
    <div className="wrap">
      <div className="centre section-tight">
        <div className="notices">
          <Notes page={page} answer={answer} />
          {page.goneCount > 0 ? <GoneNote count={page.goneCount} /> : null}
        </div>
        <h1 className="d-xl">Nothing saved yet</h1>
        <p className="lead">Select the heart on any product to save it here, even if it is sold out.</p>
        <div className="cluster centred gap-3">
          <ButtonLink size="is-large" to={paths.categories()} prefetch="intent">
            Browse the shop
          </ButtonLink>
          {page.isCustomer ? null : (
            <ButtonLink kind="line" size="is-large" to={paths.login({ redirectTo: paths.favourites() })}>
              Log in to see your favourites
            </ButtonLink>
          )}
        </div>
      </div>
      {page.share ? <ShareList share={page.share} isCustomer={page.isCustomer} isEmpty /> : null}
    </div>
  );
}

function Notes({ page, answer }: FavouritesPageProps) {
  if (answer?.ok === false) {
    return <RefusalNotice>{answer.message}.</RefusalNotice>;
  }
  if (answer?.removed) return <RemovedNote removed={answer.removed} />;
  if (answer || page.savedCount === null) return null;
  return <Notice role="status">{savedText(page.savedCount)}</Notice>;
}

function RemovedNote({ removed: { name, undo, at } }: Readonly<{ removed: RemovedFavourite }>) {
  return (
    <Notice
      role="status"
      action={
        <Form method="post" action={paths.favourites()} replace preventScrollReset>
          <OwnerField />
          <input type="hidden" name="at" value={at} />
          <Button nativeType="submit" kind="line" name="undo" value={undo}>
            Undo<span className="visually-hidden"> the removal of {name}</span>
          </Button>
        </Form>
      }
    >
      <b className="strong">{name}</b> removed from your favourites.
    </Notice>
  );
}

function LogInNote() {
  return (
    <Notice kind="info">
      These favourites are saved in this browser only.{" "}
      <Link className="link" to={paths.login({ redirectTo: paths.favourites() })}>
        Log in
      </Link>{" "}
      to see them on all your devices and to see what has come down in price.
    </Notice>
  );
}

function GoneNote({ count }: Readonly<{ count: number }>) {
  return (
    <Notice
      kind="info"
      action={
        <Form method="post" action={paths.favourites()} replace preventScrollReset>
          <OwnerField />
          <SubmitButton
            kind="line"
            size="is-small"
            intent="forget-gone"
            label={count === 1 ? "Remove it" : "Remove them"}
            pendingLabel="Removing"
          />
        </Form>
      }
    >
      {count === 1 ? "One product you saved is" : `${count} products you saved are`} not available at the
      moment.
    </Notice>
  );
}

function productsText(count: number): string {
  return count === 1 ? "1 product" : `${count} products`;
}

function savedText(count: number): string {
  return count === 0
    ? "All of those were already in your favourites."
    : `${productsText(count)} saved to your favourites.`;
}
