/** Events of pages that were fetched ahead, until their visitor is known to have seen them (decision 0030). */
import { LRUCache } from "lru-cache";

import type { ShopEvent } from "#app/models/analytics/events.ts";

/** A browser keeps what it fetched ahead for five minutes; the page may then be read for a while. */
const HELD_MS = 30 * 60_000;
const PAGES_MAX = 5_000;

const held = new LRUCache<string, ReadonlyArray<ShopEvent>>({ max: PAGES_MAX, ttl: HELD_MS });

export function holdEvents(visitorId: string, pathname: string, events: ReadonlyArray<ShopEvent>): void {
  held.set(keyOf(visitorId, pathname), events);
}

export function takeHeldEvents(visitorId: string, pathname: string): ReadonlyArray<ShopEvent> {
  const key = keyOf(visitorId, pathname);
  const events = held.get(key) ?? [];
  held.delete(key);
  return events;
}

function keyOf(visitorId: string, pathname: string): string {
  return `${visitorId} ${pathname}`;
}
