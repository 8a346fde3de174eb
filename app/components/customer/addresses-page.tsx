import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { ADDRESSES_MAX, type SavedAddress } from "#app/models/customer/address-book.ts";
import { paths } from "#app/paths.ts";

import { CustomerFrame } from "./customer-frame.tsx";
import { AddressLines } from "./address-lines.tsx";
import styles from "./card.module.css";

export type AddressesPageProps = Readonly<{
  addresses: ReadonlyArray<SavedAddress>;
  /** Success message, or null. */
  done: string | null;
}>;

export function AddressesPage({ addresses, done }: AddressesPageProps) {
  return (
    <CustomerFrame current="addresses">
      <div className="row-head">
        <h1 className="d-lg">Addresses</h1>
        {addresses.length < ADDRESSES_MAX ? (
          <ButtonLink to={paths.newAddress()}>
            <Icon name="plus" size="small" />
            Add an address
          </ButtonLink>
        ) : null}
      </div>
      <div className="stack">
        {done ? (
          <Notice role="status">
            <p>{done}</p>
          </Notice>
        ) : null}
        {addresses.length === 0 ? (
          <p className="lead">
            You have no saved addresses. Save one here and we’ll fill it in for you at checkout.
          </p>
        ) : (
          <ul className="halves">
            {addresses.map((saved) => (
              <li key={saved.id}>
                <AddressCard saved={saved} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </CustomerFrame>
  );
}

function AddressCard({ saved }: Readonly<{ saved: SavedAddress }>) {
  const { id, address } = saved;
  const name = `${address.first_name} ${address.last_name}`;
  const of = <span className="visually-hidden">{` address for ${name}, ${address.address1}`}</span>;
  return (
    <article className={`panel column gap-2 ${styles.card}`}>
      <h2 className="d-xs">{name}</h2>
      <AddressLines address={address} withName={false} />
      {address.phone ? <p className="muted">{address.phone}</p> : null}
      <DefaultBadges saved={saved} />
      <div className={`cluster ${styles.foot}`}>
        <ButtonLink to={paths.address(id)} kind="line" size="is-small">
          Edit
          {of}
        </ButtonLink>
        <ButtonLink to={paths.address(id, { delete: "ask" })} kind="quiet" size="is-small">
          Delete
          {of}
        </ButtonLink>
      </div>
    </article>
  );
}

function DefaultBadges({ saved }: Readonly<{ saved: SavedAddress }>) {
  if (!saved.isDefaultDelivery && !saved.isDefaultBilling) return null;
  return (
    <p className="cluster gap-1">
      {saved.isDefaultDelivery ? <Badge kind="back-in-stock">Default delivery address</Badge> : null}
      {saved.isDefaultBilling ? <Badge kind="info">Default billing address</Badge> : null}
    </p>
  );
}
