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
  /**
   * Hands over at most BATCH_SIZE events; resolves once the service has them. Throws OutgoingError: with status 413
   * the batch is too large, with another from 400 it is refused for good, except 401, 403, 404, 408 and 429.
   */
  send(events: ReadonlyArray<VisitorEvent>): Promise<void>;
  /** Passes on what a browser's library says, or null where there is no service. Throws as `send` does. */
  readonly forward: Forward | null;
}

export type Forward = (message: BrowserMessage) => Promise<BrowserAnswer>;

/** What a browser's library sends: to the shop's own address, and nothing that says who it is. */
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
