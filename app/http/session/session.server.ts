/** The signed session: ids only, under a kilobyte, read and written by named functions. */
import { createCookieSessionStorage, type Session } from "@remix-run/node";
import { z } from "zod";

import { type CustomerId, isCustomerId, isOrderId, type OrderId } from "#app/models/shared/ids.ts";

import { shopCookie, type WithHeaders } from "./cookies.server.ts";

export const SESSION_COOKIE = "shop-session";
/** Largest Set-Cookie text, in bytes, attributes included. */
export const SESSION_MAX_BYTES = 1000;
const SESSION_MAX_AGE_SECONDS = 30 * 86_400;
const ORDERS_MAX = 8;
const FLASH_TEXT_MAX = 160;
const ORDER_PREFIX = "order_";

export type Flash = Readonly<{ tone: "success" | "info" | "error"; text: string }>;

const flashSchema = z.object({ tone: z.enum(["success", "info", "error"]), text: z.string() });

/** Short names, because every byte is sent with every request. */
type Stored = {
  orders: Array<string>;
  flash: Flash;
  "customer-token": string;
  "customer-id": string;
  /** The customer who last logged out here. */
  left: string;
  /** Names of the release before, read until the next one. */
  customerToken: string;
  customerId: string;
};

const CUSTOMER_VALUES = ["customer-token", "customer-id", "customerToken", "customerId"] as const;

const storage = createCookieSessionStorage<Stored>({
  cookie: shopCookie(SESSION_COOKIE, { maxAge: SESSION_MAX_AGE_SECONDS }),
});

export class ShopSession {
  readonly #session: Session<Stored>;
  #isChanged = false;

  constructor(session: Session<Stored>) {
    this.#session = session;
  }

  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** The latest first. */
  orderIds(): Array<OrderId> {
    return texts(this.#session.get("orders"))
      .map((rest) => ORDER_PREFIX + rest)
      .filter(isOrderId);
  }

  lastOrderId(): OrderId | null {
    return this.orderIds()[0] ?? null;
  }

  ownsOrder(id: OrderId): boolean {
    return this.orderIds().includes(id);
  }

  addOrder(id: OrderId): void {
    if (this.lastOrderId() === id) return;
    const others = this.orderIds().filter((known) => known !== id);
    this.#setOrders([id, ...others]);
  }

  customerToken(): string | null {
    const token: unknown = this.#session.get("customer-token") ?? this.#session.get("customerToken");
    return typeof token === "string" && token !== "" ? token : null;
  }

  /** The customer of this browser's session, even after it ended; null for a guest. Proves nothing alone. */
  customerId(): CustomerId | null {
    const id: unknown = this.#session.get("customer-id") ?? this.#session.get("customerId");
    return isCustomerId(id) ? id : null;
  }

  logIn({ customerId, token }: Readonly<{ customerId: CustomerId; token: string }>): void {
    this.logOut();
    this.#session.unset("left");
    this.#change("customer-token", token);
    this.#change("customer-id", customerId);
  }

  /** Logs out as the customer wished. */
  leave(): void {
    const id = this.customerId();
    this.logOut();
    if (id) this.#change("left", id);
  }

  /** Who last logged out here, until somebody logs in. Proves nothing. */
  leftCustomer(): CustomerId | null {
    const id: unknown = this.#session.get("left");
    return isCustomerId(id) ? id : null;
  }

  logOut(): void {
    for (const name of CUSTOMER_VALUES) {
      if (!this.#session.has(name)) continue;
      this.#session.unset(name);
      this.#isChanged = true;
    }
  }

  takeFlash(): Flash | null {
    const flash = flashSchema.safeParse(this.#session.get("flash"));
    if (!this.#session.has("flash")) return null;
    this.#session.unset("flash");
    this.#isChanged = true;
    return flash.success ? flash.data : null;
  }

  setFlash(flash: Flash): void {
    this.#change("flash", { tone: flash.tone, text: flash.text.slice(0, FLASH_TEXT_MAX) });
  }

  /** Drops the oldest order id, for a session that is too large. False if there is none left. */
  dropOldest(): boolean {
    const orders = this.orderIds();
    if (orders.length === 0) return false;
    this.#setOrders(orders.slice(0, -1));
    return true;
  }

  serialize(): Promise<string> {
    return storage.commitSession(this.#session);
  }

  #setOrders(ids: ReadonlyArray<OrderId>): void {
    this.#change(
      "orders",
      ids.slice(0, ORDERS_MAX).map((id) => id.slice(ORDER_PREFIX.length)),
    );
  }

  #change<Name extends keyof Stored>(name: Name, value: Stored[Name]): void {
    this.#session.set(name, value);
    this.#isChanged = true;
  }
}

/** This browser's session. A cookie that is missing, damaged or wrongly signed makes a new one. */
export async function readSession(request: WithHeaders): Promise<ShopSession> {
  try {
    return new ShopSession(await storage.getSession(request.headers.get("Cookie")));
  } catch {
    return new ShopSession(await storage.getSession(null));
  }
}

/** Set-Cookie text, or null if nothing changed. Drops the oldest order ids until it is below 1,000 bytes. */
export async function commitSession(session: ShopSession): Promise<string | null> {
  if (!session.isChanged) return null;
  for (;;) {
    const text = await session.serialize();
    if (Buffer.byteLength(text) <= SESSION_MAX_BYTES || !session.dropOldest()) return text;
  }
}

function texts(value: unknown): Array<string> {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
