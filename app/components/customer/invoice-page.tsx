import { Fragment, type ReactNode } from "react";

import { DeliveryParts } from "#app/components/checkout/delivery-parts.tsx";
import { PrintButton } from "#app/components/ui/print-button.tsx";
import { useStore } from "#app/hooks/use-root-data.ts";
import type { WrapTotal } from "#app/models/cart/totals.ts";
import { rateText, type VatRow } from "#app/models/order/invoice.ts";
import type { MoneyRow } from "#app/models/order/money-rows.ts";
import type { Order, OrderLine } from "#app/models/order/order.ts";
import { formatMoney, type Money, shareOfMoney, subtractMoney } from "#app/models/shared/money.ts";
import { upperFirst } from "#app/models/shared/text.ts";
import { deliveryParts } from "#app/models/shipping/split-shipment.ts";

import { CustomerFrame, BackLink } from "./customer-frame.tsx";
import { AddressLines } from "./address-lines.tsx";
import styles from "./invoice-page.module.css";
import { OrderSums } from "./order-sums.tsx";

export type InvoicePageProps = Readonly<{
  order: Order;
  paidText: string;
  placedText: string;
  seller: Readonly<{ lines: ReadonlyArray<string>; numbers: ReadonlyArray<string> }>;
  vat: ReadonlyArray<VatRow>;
  money: ReadonlyArray<MoneyRow>;
  homePath: string;
}>;

export function InvoicePage(props: InvoicePageProps) {
  return (
    <CustomerFrame current="orders">
      <InvoiceSheet {...props} />
    </CustomerFrame>
  );
}

export function InvoiceSheet(props: InvoicePageProps) {
  const { order, paidText, placedText, homePath } = props;
  return (
    <>
      <DocumentHead
        {...{ order, homePath }}
        kind="Invoice"
        number={order.invoiceNumber}
        intro={`Order ${order.number}, ordered on ${placedText}, paid on ${paidText}`}
      />
      <InvoiceBody {...props} />
    </>
  );
}

type HeadProps = Pick<InvoicePageProps, "order" | "homePath"> &
  Readonly<{ kind: "Invoice" | "Credit note"; number: string | null; intro: string }>;

export function DocumentHead({ order, homePath, kind, number, intro }: HeadProps) {
  return (
    <>
      <BackLink to={homePath}>Order {order.number}</BackLink>
      <div className="row-head below-6">
        <div>
          <h1 className="d-lg">
            {kind} {number}
          </h1>
          <p className="muted">{intro}</p>
        </div>
        <PrintButton label={`Print ${kind.toLowerCase()}`} />
      </div>
    </>
  );
}

/** The desk prints the same. */
export function InvoiceBody({ order, seller, vat, money }: Omit<InvoicePageProps, "homePath">) {
  return (
    <>
      <Parties order={order} seller={seller}>
        <Party title={order.delivery.collection ? "Collected from" : "Delivered to"}>
          <AddressLines address={order.deliveryAddress} />
        </Party>
        <Party title={order.delivery.name}>
          <DeliveryParts parts={deliveryParts(order.delivery.promises, order.lines)} />
        </Party>
      </Parties>
      <Items order={order} />
      <div className="beside above-8">
        <TaxTable rows={vat} />
        <OrderSums order={order} money={money} />
      </div>
    </>
  );
}

type PartiesProps = Pick<InvoicePageProps, "order" | "seller"> & Readonly<{ children?: ReactNode }>;

export function Parties({ order, seller, children }: PartiesProps) {
  return (
    <div className="beside below-8">
      <Party title="Sold by">
        <address>
          {[...seller.lines, ...seller.numbers].map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
      </Party>
      <Party title="Sold to">
        <AddressLines address={order.billingAddress} />
      </Party>
      {children}
    </div>
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
  const isReduced = order.lines.some(({ discount }) => discount.minor > 0);
  return (
    <table className={`table table--cards figures ${styles.items}`}>
      <caption className="visually-hidden">Items</caption>
      <thead>
        <tr className={styles.again}>
          <th colSpan={4 + (taxName === null ? 0 : 1) + (isReduced ? 1 : 0)}>
            Invoice {order.invoiceNumber}
          </th>
        </tr>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Quantity</th>
          <th scope="col">Price each</th>
          {isReduced ? <th scope="col">Discount</th> : null}
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
                <span className="sm muted block">
                  {[line.variantLabel, line.sku].filter(Boolean).join(", ")}
                </span>
              </th>
              <td data-label="Quantity">{line.quantity}</td>
              <td data-label="Price each">{formatMoney(line.unitPrice, locale)}</td>
              {isReduced ? <td data-label="Discount">{discountText(line.discount, locale)}</td> : null}
              {taxName === null ? null : (
                <td data-label={upperFirst(taxName)}>{formatMoney(line.vat, locale)}</td>
              )}
              <td data-label="Total">{formatMoney(subtractMoney(line.total, line.discount), locale)}</td>
            </tr>
            {line.wrap ? <Wrapping line={line} wrap={line.wrap} isReduced={isReduced} /> : null}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function discountText(discount: Money, locale: string): string {
  return discount.minor === 0 ? "None" : `−${formatMoney(discount, locale)}`;
}

/** Gift wrapping has a row and a VAT rate of its own. */
function Wrapping({
  line,
  wrap,
  isReduced,
}: Readonly<{ line: OrderLine; wrap: WrapTotal; isReduced: boolean }>) {
  const { locale, taxName } = useStore();
  const { quantity, gift } = line;
  return (
    <tr>
      <th scope="row">
        Gift wrapping
        <span className="sm muted block">{[line.name, gift?.paper].filter(Boolean).join(", ")}</span>
      </th>
      <td data-label="Quantity">{quantity}</td>
      <td data-label="Price each">{formatMoney(shareOfMoney(wrap.price, 1, quantity), locale)}</td>
      {isReduced ? <td data-label="Discount">None</td> : null}
      {taxName === null ? null : <td data-label={upperFirst(taxName)}>{formatMoney(wrap.vat, locale)}</td>}
      <td data-label="Total">{formatMoney(wrap.price, locale)}</td>
    </tr>
  );
}

export function TaxTable({ rows }: Readonly<{ rows: ReadonlyArray<VatRow> }>) {
  const { locale, taxName } = useStore();
  if (taxName === null) return null;
  return (
    <table className={`table figures ${styles.vat}`}>
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
        {rows.map(({ rate, isDelivery, net, vat, gross }) => (
          <tr key={`${rate} ${isDelivery}`}>
            <th scope="row">{isDelivery ? `Delivery, ${rateText(rate)}` : rateText(rate)}</th>
            <td>{formatMoney(net, locale)}</td>
            <td>{formatMoney(vat, locale)}</td>
            <td>{formatMoney(gross, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
