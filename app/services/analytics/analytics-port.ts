import type { ShopEvent } from "#app/models/analytics/events.ts";

/** Events in one call (requirement analytics-3). */
export const BATCH_SIZE = 50;

export type VisitorEvent = Readonly<{
  /** The same id is the same event, however often it arrives. A UUID. */
  id: string;
  /** Random, and gone when the visitor takes the consent back. */
  visitorId: string;
  at: string;
}> &
  ShopEvent;

export interface AnalyticsPort {
  readonly name: "embedded" | "posthog" | "mixpanel" | "off";
  /** False where events stay in the shop's own table. */
  readonly isOutside: boolean;
  /** At most BATCH_SIZE events. An OutgoingError from 400 is final, except 401, 403, 404, 408, 429; 413 is too large. */
  send(events: ReadonlyArray<VisitorEvent>): Promise<void>;
  /** Counts nothing. Rejects with an OutgoingError where the service does not take the key. */
  probe?(): Promise<void>;
  /** Null where there is no service. Throws as `send` does. */
  readonly forward: Forward | null;
}

export type Forward = (message: BrowserMessage) => Promise<BrowserAnswer>;

export type BrowserMessage = Readonly<{
  /** Under the service's origin, such as "/e/": one of `FORWARDED_PATHS`. */
  path: string;
  /** Query, with the leading "?", or "". */
  query: string;
  contentType: string;
  body: Uint8Array;
}>;

export type BrowserAnswer = Readonly<{ status: number; body: string; retryAfterMs: number }>;

/** The only addresses of a service that browsers reach through the shop. */
export const FORWARDED_PATHS: ReadonlyArray<string> = [
  "/e/",
  "/i/v0/e/",
  "/batch/",
  "/track/",
  "/engage/",
  "/groups/",
];
