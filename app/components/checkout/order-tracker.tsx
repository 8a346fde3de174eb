import type { OrderStatus } from "#app/models/order/status.ts";

import styles from "./order-tracker.module.css";

/** The stage of each status. */
const STATION: Readonly<Partial<Record<OrderStatus, number>>> = {
  paid: 1,
  packed: 1,
  "partially-shipped": 2,
  shipped: 2,
  delivered: 3,
};

/** Renders nothing for a cancelled order. */
export function OrderTracker({
  status,
  isCollected,
}: Readonly<{ status: OrderStatus; isCollected: boolean }>) {
  const now = STATION[status];
  if (now === undefined) return null;
  const stations = [
    "Placed",
    "Preparing",
    isCollected ? "Ready" : "On its way",
    isCollected ? "Collected" : "Delivered",
  ];
  return (
    <ol className={styles.track} aria-label="Order progress">
      {stations.map((station, index) => (
        <li key={station} className={classOf(index, now)} aria-current={index === now ? "step" : undefined}>
          <b>{station}</b>
          <span className={index < now ? undefined : "visually-hidden"}>{wordOf(index, now)}</span>
        </li>
      ))}
    </ol>
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
