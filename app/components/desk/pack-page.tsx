import { deskPaths } from "#app/desk-paths.ts";

import { DeskHead } from "./desk-back.tsx";
import { type DeskAnswer, DeskErrors, DeskField, DeskNotice, HiddenFields } from "./desk-form.tsx";
import type { OrderPageData } from "./order-page.tsx";
import { StatusTag } from "./orders-page.tsx";
import { COURIERS } from "#app/models/shipping/carrier.ts";
import { CourierField } from "./send-form.tsx";
import { SecondLine } from "./desk-parts.tsx";

type Props = Readonly<{
  order: OrderPageData | null;
  /** The number of the order whose parcel was sent with the last scan. */
  done: number | null;
  carrier: string | null;
  formKey: string;
  answer: DeskAnswer;
}>;

export function PackPage({ order, done, carrier, formKey, answer }: Props) {
  return (
    <>
      <DeskHead
        title={order ? `Order ${order.number}` : "Scan a slip"}
        sub={
          order ? "Now scan the label of the parcel, or another slip." : "The barcode is at the top right."
        }
      />
      {done ? (
        <DeskNotice end={<a href={deskPaths.order(done)}>Undo there</a>}>
          The parcel of order {done} goes out in two minutes. Scan the next slip.
        </DeskNotice>
      ) : null}
      <DeskErrors answer={answer} labels={{ scan: order ? "Label" : "Slip" }} />
      <ScanForm order={order} carrier={carrier} formKey={formKey} answer={answer} />
      {order?.isAddressNew ? (
        <DeskNotice tone="warn">
          The delivery address was changed after the order was placed. Check the slip and the label.
        </DeskNotice>
      ) : null}
      {order ? <ScannedOrder order={order} /> : null}
    </>
  );
}

function ScanForm({ order, carrier, formKey, answer }: Omit<Props, "done">) {
  const chosen = answer.values["carrier"] ?? carrier ?? COURIERS[0].key;
  return (
    <form className="panel stack" method="post">
      <HiddenFields values={{ order: order?.number ?? "", shown: order?.status ?? "", key: formKey }} />
      <DeskField
        name="scan"
        label={order ? "Label" : "Slip"}
        className="mono"
        autoComplete="off"
        maxLength={60}
        hasFocus
        answer={answer}
      />
      <CourierField chosen={chosen} />
      <button className="btn btn--big">{order ? "Send it" : "Open it"}</button>
    </form>
  );
}

function ScannedOrder({ order }: Readonly<{ order: OrderPageData }>) {
  const { number, lines, tag, isGift, giftMessage } = order;
  return (
    <section className="panel">
      <p className="acts">
        <StatusTag tag={tag} />
        {isGift ? <span className="tag tag--gift">Gift: no prices in the parcel</span> : null}
        <a className="link tap" href={deskPaths.order(number)}>
          All of the order
        </a>
      </p>
      <ul className="pack pack--scan">
        {lines
          .filter(({ left }) => left > 0)
          .map((line) => (
            <li key={line.position}>
              <span className="x">{line.left} ×</span>
              <span className="what">
                <span className="b">{line.name}</span>
                {line.variant ? `, ${line.variant}` : ""}
                <SecondLine look="xs muted mono">{line.sku}</SecondLine>
              </span>
              {line.gift ? <p className="gift-words">{line.gift}</p> : null}
            </li>
          ))}
      </ul>
      {giftMessage ? (
        <p className="gift-words">
          <b>Gift message:</b> “{giftMessage}”
        </p>
      ) : null}
    </section>
  );
}
