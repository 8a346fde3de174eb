import { OrderTracker } from "#app/components/checkout/order-tracker.tsx";
import { ArrowLink, ButtonLink } from "#app/components/ui/button.tsx";
import { type Note, NoteNotice } from "#app/components/ui/note.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { SavedAddress } from "#app/models/customer/address-book.ts";
import type { Order } from "#app/models/order/order.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import { paths } from "#app/paths.ts";

import { CustomerFrame } from "./customer-frame.tsx";
import { AddressLines } from "./address-lines.tsx";
import cards from "./card.module.css";
import { progressText } from "./order-progress.tsx";
import type { ShownOrder } from "./orders-page.tsx";
import { StatusBadge } from "./status-badge.tsx";
import { Thumbnails } from "./thumbnails.tsx";
import { TitledSection } from "#app/components/ui/titled-section.tsx";

export type OverviewPageProps = Readonly<{
  firstName: string;
  isVerified: boolean;
  /** The order with the next delivery, or null. */
  coming: Readonly<{ order: Order; stepDates: ReadonlyArray<string | null> }> | null;
  lastOrder: ShownOrder | null;
  address: SavedAddress | null;
  note: Note | null;
}>;

export function OverviewPage(props: OverviewPageProps) {
  const { firstName, isVerified, coming, lastOrder, address, note } = props;
  return (
    <CustomerFrame current="overview">
      <h1 className="d-lg below-7">Hello {firstName}</h1>
      <div className="column">
        <NoteNotice note={note} />
        {isVerified ? null : <NotVerified />}
        {coming ? <Coming {...coming} /> : null}
        <div className="halves">
          <LastOrder order={lastOrder} />
          <DefaultAddress saved={address} />
        </div>
      </div>
    </CustomerFrame>
  );
}

function NotVerified() {
  return (
    <Notice
      kind="info"
      action={
        <ButtonLink to={paths.accountDetails()} kind="line">
          Send a new link
        </ButtonLink>
      }
    >
      <p>
        <b>Please confirm your email address.</b> Use the link in the email we sent you. Your earlier orders
        will then appear here.
      </p>
    </Notice>
  );
}

function Coming({ order, stepDates }: NonNullable<OverviewPageProps["coming"]>) {
  return (
    <section className="panel" aria-labelledby="coming">
      <div className="row-head below-5">
        <div>
          <h2 className="d-sm" id="coming">
            Order {order.number}
          </h2>
          <p className="muted">{progressText(order)}</p>
        </div>
        <ButtonLink to={paths.order(order.id)} kind="line">
          View order
        </ButtonLink>
      </div>
      <OrderTracker
        status={order.status}
        isCollected={isCollection(order.delivery.method)}
        dates={stepDates}
      />
    </section>
  );
}

function LastOrder({ order }: Readonly<{ order: ShownOrder | null }>) {
  const locale = useLocale();
  return (
    <TitledSection className={cards.card} id="last-order" look="d-xs" title="Your latest order">
      {order ? (
        <>
          <p className="muted">
            {order.number}, placed on {order.placedText}, {formatMoney(order.total, locale)}
          </p>
          <p>
            <StatusBadge status={order.status} />
          </p>
          <Thumbnails items={order.items} ground="tint" />
          <div className={cards.foot}>
            <ArrowLink to={paths.orders()}>All orders</ArrowLink>
          </div>
        </>
      ) : (
        <>
          <p className="muted">No orders yet. Orders you place while logged in will appear here.</p>
          <div className={cards.foot}>
            <ArrowLink to={paths.categories()}>Browse the shop</ArrowLink>
          </div>
        </>
      )}
    </TitledSection>
  );
}

function DefaultAddress({ saved }: Readonly<{ saved: SavedAddress | null }>) {
  return (
    <TitledSection className={cards.card} id="default-address" look="d-xs" title="Delivery address">
      {saved ? (
        <AddressLines address={saved.address} />
      ) : (
        <p className="muted">No saved address yet. Save one here and we’ll fill it in for you at checkout.</p>
      )}
      <div className={cards.foot}>
        <ArrowLink to={saved ? paths.addresses() : paths.newAddress()}>
          {saved ? "All addresses" : "Add an address"}
        </ArrowLink>
      </div>
    </TitledSection>
  );
}
