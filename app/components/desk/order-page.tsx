import { Icon } from "#app/components/ui/icon.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import type { MoneyRow } from "#app/models/order/money-rows.ts";

import { type DeskAnswer, DeskErrors, DeskNotice, StepButton } from "./desk-form.tsx";
import { DeskBack, DeskHead } from "./desk-back.tsx";
import { OrderAside } from "./order-aside.tsx";
import { type MoneyNotice, MoneyNotices } from "./orders/money-notice.tsx";
import { OrderDoneLine, type WayBack } from "./orders/order-done.tsx";
import { type PageLine, Parcel } from "./orders/order-parcel.tsx";
import { OtherSteps } from "./orders/other-steps.tsx";
import { type PaymentReviewData, PaymentReviewPanel } from "./orders/payment-review.tsx";
import { type OrderReturns, OrderReturnsPanel } from "./orders/return-tag.tsx";
import { type Tag, StatusTag } from "./orders-page.tsx";
import { SendForm } from "./send-form.tsx";
import { DeskLink } from "./desk-parts.tsx";

export type OrderPageData = Readonly<{
  number: number;
  /** `shownStatus`. Travels with every form: it is done only from where the page showed the order. */
  status: string;
  /** The words on the items: the work begins only on these. */
  shownWords: string;
  key: string;
  tag: Tag;
  isGift: boolean;
  /** What may be taken back under the other steps; null: it is not packed, or the role may not. */
  packed: Readonly<{ text: string; href: string }> | null;
  isStepsOpen: boolean;
  /** Of its forms. Without one they are sent to the page's own address, and its fragment leads past what they answer. */
  href: string;
  sendBy: string;
  isLate: boolean;
  lines: ReadonlyArray<PageLine>;
  left: number;
  /** Null where the role does not see names; parts are empty where it sees no addresses. */
  customer: Readonly<{
    name: string;
    first: string;
    id: string | null;
    email: string;
    phone: string;
  }> | null;
  address: ReadonlyArray<string>;
  delivery: Readonly<{ name: string; promises: ReadonlyArray<string> }>;
  giftMessage: string | null;
  note: string | null;
  sums: Readonly<{
    rows: ReadonlyArray<Readonly<{ label: string; amount: string }>>;
    total: string;
    isPaid: boolean;
    tax: string | null;
    refunded: string | null;
    /** Of the last refund. */
    lastRefund: string | null;
    /** What became of the money. */
    after: ReadonlyArray<MoneyRow>;
    /** "Invoice INV-000001", "Credit note CN-000001". */
    documents: ReadonlyArray<string>;
  }>;
  /** True if it was changed since the order was placed, and something is still to be sent. */
  isAddressNew: boolean;
  review: PaymentReviewData | null;
  moneyNotices: ReadonlyArray<MoneyNotice>;
  /** Given up, the newest first. */
  failedEmails: ReadonlyArray<Readonly<{ what: string; why: string }>>;
  planned: Readonly<{ startsAt: string; parcel: string }> | null;
  shipments: ReadonlyArray<
    Readonly<{
      id: number;
      carrier: string;
      number: string;
      url: string | null;
      sent: string;
      contents: string;
    }>
  >;
  returns: OrderReturns;
  history: ReadonlyArray<Readonly<{ what: string; by: string; when: string; detail: string }>>;
  notes: ReadonlyArray<Readonly<{ id: number; by: string; body: string; when: string }>>;
  may: Readonly<
    Record<
      | "pack"
      | "unpack"
      | "startWork"
      | "stopWork"
      | "send"
      | "withdraw"
      | "deliver"
      | "undeliver"
      | "refund"
      | "cancel"
      | "note"
      | "print"
      | "invoice"
      | "address"
      | "tick"
      | "emails"
      | "openReturn",
      boolean
    >
  >;
  back: Readonly<{ href: string; title: string }>;
  neighbours: Readonly<{ text: string; previous: string | null; next: string | null }> | null;
}>;

type Props = Readonly<{
  order: OrderPageData;
  answer: DeskAnswer;
  done: string | null;
  doneNumber: number | null;
  wayBack: WayBack | null;
  /** What was done last to the order, and by whom, where nothing was left to do; otherwise null. */
  lastStep: string | null;
}>;

export function DeskOrderPage({ order, answer, done, doneNumber, wayBack, lastStep }: Props) {
  const { number, may } = order;
  // The line about the parcel has the way back.
  const isSent = done === "send" && order.planned !== null;
  return (
    <>
      <Crumb order={order} />
      {done && !isSent ? (
        <OrderDoneLine
          {...{ done, number, lastStep, refunded: order.sums.lastRefund }}
          doneNumber={doneNumber ?? number}
          back={wayBack}
        />
      ) : null}
      <DeskErrors
        answer={answer}
        labels={{ tracking: "Tracking number", carrier: "Courier", body: "Note for the team" }}
      />
      <OrderHead order={order} />
      <OrderNotices order={order} isSent={isSent} />
      <div className="cols">
        <div>
          <MoneyNotices number={number} notices={order.moneyNotices} />
          {order.review ? <PaymentReviewPanel number={number} review={order.review} /> : null}
          <Parcel order={order} />
          {may.send ? <SendForm order={order} answer={answer} /> : null}
          <OrderReturnsPanel returns={order.returns} />
          <OtherSteps order={order} />
        </div>
        <OrderAside order={order} answer={answer} />
      </div>
    </>
  );
}

function OrderHead({ order }: Pick<Props, "order">) {
  const { number, tag, isGift, sendBy, isLate, packed, sums } = order;
  const isPartRefunded = sums.refunded !== null && tag.text !== "Refunded";
  return (
    <DeskHead
      title={`Order ${number}`}
      tags={
        <>
          <StatusTag tag={tag} />
          {isGift ? <span className="tag tag--gift">Gift: no prices in the parcel</span> : null}
          {isPartRefunded ? <span className="tag">{sums.refunded} refunded</span> : null}
          <span className={isLate ? "sm late" : "sm b"}>{sendBy}</span>
        </>
      }
      sub={
        packed ? (
          <>
            {packed.text} Packed by mistake? See <a href={packed.href}>Other steps</a>.
          </>
        ) : undefined
      }
    >
      <HeadSteps order={order} />
    </DeskHead>
  );
}

function HeadSteps({ order: { number, may } }: Pick<Props, "order">) {
  const only = { [`n${number}`]: "on" };
  return (
    <div className="acts">
      {may.print ? (
        <DeskLink href={deskPaths.slips(only)}>
          <Icon name="print" />
          Print slip
        </DeskLink>
      ) : null}
      {may.invoice ? (
        <DeskLink href={deskPaths.invoices(only)}>
          <Icon name="print" />
          Print invoice
        </DeskLink>
      ) : null}
      {may.refund ? <DeskLink href={deskPaths.refund(number)}>Refund…</DeskLink> : null}
    </div>
  );
}

type NoticeProps = Readonly<{ order: OrderPageData; isSent: boolean }>;

function OrderNotices({ order, isSent }: NoticeProps) {
  return (
    <>
      {order.isAddressNew ? (
        <DeskNotice tone="warn">
          The delivery address was changed after the order was placed. Older slips and labels have the former
          one.
        </DeskNotice>
      ) : null}
      {order.failedEmails.map(({ what, why }) => (
        <DeskNotice key={what + why} tone="warn">
          Not delivered: {what}. Check the customer’s email address with them. {why}
        </DeskNotice>
      ))}
      {order.planned ? <PlannedParcel order={order} isSent={isSent} /> : null}
    </>
  );
}

function Crumb({ order: { back, neighbours } }: Readonly<{ order: OrderPageData }>) {
  return (
    <div className="acts between">
      <DeskBack href={back.href}>{back.title}</DeskBack>
      {neighbours ? (
        <nav className="acts" aria-label="In this view">
          <span className="sm muted">{neighbours.text}</span>
          {neighbours.previous ? (
            <a className="iconb" href={neighbours.previous} aria-label="Previous order">
              <Icon name="left" />
            </a>
          ) : null}
          {neighbours.next ? (
            <a className="iconb" href={neighbours.next} aria-label="Next order">
              <Icon name="right" />
            </a>
          ) : null}
        </nav>
      ) : null}
    </div>
  );
}

function PlannedParcel({ order: { planned, may, status, href }, isSent }: NoticeProps) {
  return (
    <DeskNotice
      tone={isSent ? "success" : "info"}
      end={
        may.withdraw ? (
          <StepButton action={href} values={{ shown: status }} intent="withdraw">
            Undo
          </StepButton>
        ) : null
      }
    >
      A parcel ({planned?.parcel}) goes out at {planned?.startsAt}. Until then you can take it back.
    </DeskNotice>
  );
}
