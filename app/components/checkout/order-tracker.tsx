import type { OrderStatus } from "#app/models/order/status.ts";

import styles from "./order-tracker.module.css";

const STATION: Readonly<Partial<Record<OrderStatus, number>>> = {
  paid: 1,
  packed: 1,
  "partially-shipped": 2,
  shipped: 2,
  delivered: 3,
};

type OrderTrackerProps = Readonly<{
  status: OrderStatus;
  isCollected: boolean;
  /** When each of the four steps began, "24 November"; null: not known. */
  dates: ReadonlyArray<string | null>;
}>;

export function OrderTracker({ status, isCollected, dates }: OrderTrackerProps) {
  const now = STATION[status];
  if (now === undefined) return null;
  const stations = [
    "Placed",
    "Preparing",
    isCollected ? "Ready" : "On its way",
    isCollected ? "Collected" : "Delivered",
  ];
  return (
    <ol className={`no-print ${styles.track}`} aria-label="Order progress">
      {stations.map((station, index) => (
        <li key={station} className={classOf(index, now)} aria-current={index === now ? "step" : undefined}>
          <b>{station}</b>
          <StepText
            word={wordOf(index, now)}
            date={index <= now ? (dates[index] ?? null) : null}
            isDone={index < now}
          />
        </li>
      ))}
    </ol>
  );
}

type StepTextProps = Readonly<{ word: string; date: string | null; isDone: boolean }>;

function StepText({ word, date, isDone }: StepTextProps) {
  return (
    <>
      {date ? <span className={styles.date}>{date}</span> : null}
      <span className={isDone && !date ? undefined : "visually-hidden"}>{date ? `, ${word}` : word}</span>
    </>
  );
}

function classOf(index: number, now: number): string | undefined {
  if (index === now) return styles.now;
  return index < now ? styles.done : undefined;
}

function wordOf(index: number, now: number): string {
  if (index === now) return "Current step";
  return index < now ? "Done" : "Still to come";
}
