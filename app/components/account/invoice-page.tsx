import { Link } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";

import { DeliveryParts } from "#app/components/checkout/delivery-parts.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { PrintButton } from "#app/components/ui/print-button.tsx";
import { useStore } from "#app/hooks/use-root-data.ts";
import type { WrapTotal } from "#app/models/cart/totals.ts";
import { rateText, type VatRow } from "#app/models/order/invoice.ts";
import type { Order, OrderLine } from "#app/models/order/order.ts";
import { formatMoney, type Money, shareOfMoney } from "#app/models/shared/money.ts";
import { upperFirst } from "#app/models/shared/text.ts";
import { deliveryParts } from "#app/models/shipping/split-shipment.ts";

import { AccountFrame } from "./account-frame.tsx";
import { AddressLines } from "./address-lines.tsx";
import styles from "./invoice-page.module.css";
import { OrderSums } from "./order-sums.tsx";

export type InvoicePageProps = Readonly<{
  order: Order;
  paidText: string;
  placedText: string;
  seller: Readonly<{ lines: ReadonlyArray<string>; numbers: ReadonlyArray<string> }>;
  vat: ReadonlyArray<VatRow>;
  refunded: Money;
  homePath: string;
}>;

export function InvoicePage(props: InvoicePageProps) {
  return (
    <AccountFrame current="orders">
      <InvoiceSheet {...props} />
    </AccountFrame>
  );
}

export function InvoiceSheet(props: InvoicePageProps) {
  const { order, paidText, placedText, homePath } = props;
  return (
    <>
      <p className="sm no-print">
        <Link className={styles.back} to={homePath}>
          <Icon name="left" size="small" />
          Order {order.number}
        </Link>
      </p>
      <div className={`row-head ${styles.head}`}>
        <div>
          <h1 className="d-lg">Invoice {order.number}</h1>
          <p className="muted">
            Ordered on {placedText}, paid on {paidText}
          </p>
        </div>
        <PrintButton label="Print invoice" />
      </div>
      <InvoiceBody {...props} />
    </>
  );
}

/** The desk prints the same. */
export function InvoiceBody({ order, seller, vat, refunded }: Omit<InvoicePageProps, "homePath">) {
  return (
    <>
      <div className={styles.parties}>
        <Party title="Sold by">
          <address className={styles.seller}>
            {[...seller.lines, ...seller.numbers].map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </Party>
        <Party title="Sold to">
          <AddressLines address={order.billingAddress} />
        </Party>
        <Party title={order.delivery.collection ? "Collected from" : "Delivered to"}>
          <AddressLines address={order.deliveryAddress} />
        </Party>
        <Party title={order.delivery.name}>
          <DeliveryParts parts={deliveryParts(order.delivery.promises, order.lines)} />
        </Party>
      </div>
      <Items order={order} />
      <div className={styles.foot}>
        <TaxTable rows={vat} />
        <OrderSums order={order} refunded={refunded} />
      </div>
    </>
  );
}

function Party({ title, children }: Readonly<{ title: string; children: ReactNode }>) {
  return (
    <div>
      <h2 className="d-xs">{title}</h2>
      <div className="muted">{children}</div>
    </div>
  );
}

function Items({ order }: Readonly<{ order: Order }>) {
  const { locale, taxName } = useStore();
  return (
    <table className={`${styles.table} ${styles.items}`}>
      <caption className="visually-hidden">Items</caption>
      <thead>
        <tr className={styles.again}>
          <th colSpan={taxName === null ? 4 : 5}>Invoice {order.number}</th>
        </tr>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Quantity</th>
          <th scope="col">Price each</th>
          {taxName === null ? null : <th scope="col">{upperFirst(taxName)}</th>}
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <Fragment key={`${line.variantId} ${line.variantLabel ?? ""}`}>
            <tr>
              <th scope="row">
                {line.name}
                <span className="sm muted">{[line.variantLabel, line.sku].filter(Boolean).join(", ")}</span>
              </th>
              <td data-label="Quantity">{line.quantity}</td>
              <td data-label="Price each">{formatMoney(line.unitPrice, locale)}</td>
              {taxName === null ? null : (
                <td data-label={upperFirst(taxName)}>{formatMoney(line.vat, locale)}</td>
              )}
              <td data-label="Total">{formatMoney(line.total, locale)}</td>
            </tr>
            {line.wrap ? <Wrapping line={line} wrap={line.wrap} /> : null}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** Gift wrapping has a row and a VAT rate of its own. */
function Wrapping({ line, wrap }: Readonly<{ line: OrderLine; wrap: WrapTotal }>) {
  const { locale, taxName } = useStore();
  const { quantity, gift } = line;
  return (
    <tr>
      <th scope="row">
        Gift wrapping
        <span className="sm muted">{[line.name, gift?.paper].filter(Boolean).join(", ")}</span>
      </th>
      <td data-label="Quantity">{quantity}</td>
      <td data-label="Price each">{formatMoney(shareOfMoney(wrap.price, 1, quantity), locale)}</td>
      {taxName === null ? null : <td data-label={upperFirst(taxName)}>{formatMoney(wrap.vat, locale)}</td>}
      <td data-label="Total">{formatMoney(wrap.price, locale)}</td>
    </tr>
  );
}

function TaxTable({ rows }: Readonly<{ rows: ReadonlyArray<VatRow> }>) {
  const { locale, taxName } = useStore();
  if (taxName === null) return null;
  return (
    <table className={`${styles.table} ${styles.vat}`}>
      <caption>{upperFirst(taxName)}</caption>
      <thead>
        <tr>
          <th scope="col">Rate</th>
          <th scope="col">Net</th>
          <th scope="col">{upperFirst(taxName)}</th>
          <th scope="col">Gross</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ rate, net, vat, gross }) => (
          <tr key={rate ?? "delivery"}>
            <th scope="row">{rate === null ? "Delivery" : rateText(rate)}</th>
            <td>{formatMoney(net, locale)}</td>
            <td>{formatMoney(vat, locale)}</td>
            <td>{formatMoney(gross, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
