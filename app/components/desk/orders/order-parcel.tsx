import type { ReactNode } from "react";

import { Panel } from "#app/components/desk/desk-back.tsx";
import type { OrderPageData } from "#app/components/desk/order-page.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { useImageUrl } from "#app/hooks/image-url.ts";
import { SecondLine } from "#app/components/desk/desk-parts.tsx";

export type PageLine = Readonly<{
  position: number;
  name: string;
  variant: string | null;
  sku: string;
  image: string;
  quantity: number;
  left: number;
  /** "1 to send, 1 refunded"; empty where all of it is to be sent, or nothing. */
  parts: string;
  price: string;
  gift: string | null;
  /** "In work since 26 November 2026, 14:02"; null where nothing is made for the buyer, or not yet. */
  work: string | null;
  tickedBy: string | null;
}>;

export function Parcel({ order }: Readonly<{ order: OrderPageData }>) {
  const { lines, left, may, customer } = order;
  const who = customer?.first ?? "the customer";
  return (
    <Panel
      title={left > 0 ? "Into the parcel" : "Items"}
      end={<span className="sm muted">{left > 0 ? `${left} still to be sent` : ""}</span>}
    >
      {may.tick ? <p className="xs muted">You can tick what is in the parcel. Ticks are optional.</p> : null}
      <ul className="pack">
        {lines.map((line) => (
          <PackLine
            key={line.position}
            line={line}
            tickAt={may.tick ? order.href : null}
            isToSend={left > 0}
          />
        ))}
      </ul>
      {order.giftMessage ? (
        <p className="gift-words">
          <b>Gift message:</b> “{order.giftMessage}”
        </p>
      ) : null}
      {may.startWork ? (
        <StepForm order={order} step="start-work" label="Start the work">
          From then on the words stay as they are.
        </StepForm>
      ) : null}
      {may.pack ? (
        <StepForm order={order} step="pack" label="Mark as packed" isMain>
          From then on {who} cannot cancel it without you. If you pack it by mistake, you can undo that under
          Other steps.
        </StepForm>
      ) : null}
      {may.deliver ? (
        <StepForm order={order} step="deliver" label="Mark as delivered">
          The return period starts, and {who} gets an email.
        </StepForm>
      ) : null}
    </Panel>
  );
}

type LineProps = Readonly<{
  line: PageLine;
  isToSend: boolean;
}>;

type PackLineProps = LineProps &
  Readonly<{
    /** Where the tick goes; null where nobody ticks. */
    tickAt: string | null;
  }>;

function PackLine({ line, tickAt, isToSend }: PackLineProps) {
  return (
    <li id={`line-${line.position}`} className={line.tickedBy === null ? undefined : "ticked"}>
      {tickAt === null ? null : line.left > 0 ? <TickForm line={line} href={tickAt} /> : <span />}
      <img className="pic" src={useImageUrl()(line.image, 96)} alt="" width="48" height="48" loading="lazy" />
      <LineWords line={line} isToSend={isToSend} />
      <span className="x">{line.left > 0 ? line.left : line.quantity} ×</span>
      {line.work ? <p className="sm b">{line.work}</p> : null}
      {line.gift ? <p className="gift-words">{line.gift}</p> : null}
    </li>
  );
}

function LineWords({ line, isToSend }: LineProps) {
  return (
    <span className="what">
      <span className="b">{line.name}</span>
      {line.variant ? `, ${line.variant}` : ""}
      <SecondLine look="xs muted mono">
        {line.sku} · {line.price}
        {isToSend && line.parts ? ` · ${line.parts}` : ""}
      </SecondLine>
      {line.tickedBy === null ? null : (
        <span className="xs muted">
          <br />
          In the parcel, by {line.tickedBy}
        </span>
      )}
    </span>
  );
}

type TickProps = Readonly<{ line: PageLine; href: string }>;

function TickForm({ line: { position, name, tickedBy }, href }: TickProps) {
  const isTicked = tickedBy !== null;
  return (
    <form method="post" action={href}>
      <input type="hidden" name="line" value={position} />
      <button className="pick" name="intent" value={isTicked ? "untick" : "tick"} aria-pressed={isTicked}>
        <span className="box" />
        <span className="vh">{name} is in the parcel</span>
      </button>
    </form>
  );
}

type StepProps = Readonly<{
  order: OrderPageData;
  step: "pack" | "unpack" | "deliver" | "undeliver" | "start-work" | "stop-work";
  label: string;
  isMain?: boolean;
  children: ReactNode;
}>;

export function StepForm({ order, step, label, isMain = false, children }: StepProps) {
  return (
    <form className={isMain ? "stickact acts" : "acts step"} method="post" action={order.href}>
      <input type="hidden" name="shown" value={step.endsWith("-work") ? order.shownWords : order.status} />
      <button className={isMain ? "btn btn--big" : "btn btn--line"} name="intent" value={step}>
        {isMain ? <Icon name="check" /> : null}
        {label}
      </button>
      <span className="xs muted">{children}</span>
    </form>
  );
}
