/** All the shop asks of a marketing service. Every call is safe to repeat; all throw when it is not carried out. */
import type { MarketingCart } from "#app/models/marketing/cart.ts";
import type { ContactState, MarketingContact } from "#app/models/marketing/contact.ts";
import type { MarketingOrder } from "#app/models/marketing/order.ts";

export type Sending = Readonly<{
  /** The service's own id of who it is about, where no email address is known; else null. */
  contactId: string | null;
  /** False for the first time that the service hears of it, as far as we know. */
  isKnown: boolean;
  /** Counts up with every change of the cart: names this state of it. */
  version: number;
  /** ISO 8601, UTC. */
  at: string;
}>;

/** The owner of a removed cart: a service without carts gets an event about a person. */
export type Removing = Omit<Sending, "isKnown"> & Readonly<{ cartId: string; email: string | null }>;

export type SendingOrder = Omit<Sending, "isKnown" | "version"> &
  Readonly<{
    /** Null: the service has not heard of it, as far as we know. */
    before: MarketingOrder | null;
  }>;

export type FoundContact = Readonly<{ email: string; state: ContactState }>;

export interface MarketingPort {
  readonly name: string;
  /** False: the service takes events and keeps no carts that could be read back. */
  readonly keepsCarts: boolean;
  /** The whole record, in place of what was there. */
  saveCart(cart: MarketingCart, sending: Sending): Promise<void>;
  /** Does nothing where there is none. */
  removeCart(removing: Removing): Promise<void>;
  findCart(cartId: string): Promise<MarketingCart | null>;
  /** The order as it stands; it closes the record of its cart. */
  saveOrder(order: MarketingOrder, sending: SendingOrder): Promise<void>;
  /** Answers with the service's own id of the contact, or null when it gives none. */
  saveContact(contact: MarketingContact): Promise<string | null>;
  findContact(contactId: string): Promise<FoundContact | null>;
}

/** Waited for before each request, so that all processes together stay below the service's limit. */
export type Pace = () => Promise<void>;
