/** Omnisend by its version 3, which keeps carts, orders and contacts as resources. Amounts are whole minor units. */
import { z } from "zod";

import type { OmnisendSettings } from "#app/config.server.ts";
import type { MarketingCart } from "#app/models/marketing/cart.ts";
import type { MarketingOrder } from "#app/models/marketing/order.ts";
import type { Resilience } from "#app/services/outgoing/resilience.server.ts";
import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";

import {
  type CallOmnisend,
  contactBody,
  isStatus,
  omnisendClient,
  readContact,
  savedContactId,
} from "./marketing-omnisend-client.server.ts";
import type { MarketingPort, Pace, Sending, SendingOrder } from "./marketing-port.ts";

type Connection = Readonly<{ settings: OmnisendSettings; guard: Resilience; pace: Pace }>;

export function omnisendV3(connection: Connection): MarketingPort {
  const ask = omnisendClient(connection, { "X-API-KEY": connection.settings.apiKey });
  return {
    name: "omnisend-v3",
    keepsCarts: true,
    saveCart: (cart, sending) => saveCart(ask, cart, sending),
    removeCart: async ({ cartId }) => {
      await unlessMissing(ask({ method: "DELETE", path: `carts/${encodeURIComponent(cartId)}` }));
    },
    findCart: async (cartId) => {
      const found = await unlessMissing(ask({ method: "GET", path: `carts/${encodeURIComponent(cartId)}` }));
      return found === null ? null : readCart(found);
    },
    saveOrder: (order, sending) => saveOrder(ask, order, sending),
    saveContact: async (contact) =>
      savedContactId(
        await ask({ method: "POST", path: "contacts", body: contactBody(contact, "statusDate") }),
        "contactID",
      ),
    findContact: async (contactId) => {
      const path = `contacts/${encodeURIComponent(contactId)}`;
      const found = await unlessMissing(ask({ method: "GET", path }));
      return found === null ? null : readContact(found);
    },
  };
}

/** The whole cart: PATCH never takes a line out. Whichever of PUT and POST is wrong, the other one is right. */
async function saveCart(ask: CallOmnisend, cart: MarketingCart, sending: Sending): Promise<void> {
  const body = cartBody(cart, sending);
  const create = { method: "POST", path: "carts", body } as const;
  const replace = { method: "PUT", path: `carts/${encodeURIComponent(cart.cartID)}`, body } as const;
  const answer = sending.isKnown
    ? await firstThat(ask, replace, create)
    : await firstThat(ask, create, replace);
  sameId(answer, "cartID", cart.cartID);
}

async function saveOrder(ask: CallOmnisend, order: MarketingOrder, sending: SendingOrder): Promise<void> {
  const body = orderBody(order, sending);
  const create = { method: "POST", path: "orders", body } as const;
  const replace = { method: "PUT", path: `orders/${encodeURIComponent(order.orderID)}`, body } as const;
  const answer = sending.before
    ? await firstThat(ask, replace, create)
    : await firstThat(ask, create, replace);
  sameId(answer, "orderID", order.orderID);
}

type Request = Parameters<CallOmnisend>[0];

/** 404: not there to be replaced. 400, 409, 422: there already; or wrong, which the second request says again. */
async function firstThat(ask: CallOmnisend, first: Request, second: Request): Promise<unknown> {
  try {
    return await ask(first);
  } catch (error) {
    if (!isStatus(error, 400, 404, 409, 422)) throw error;
    try {
      return await ask(second);
    } catch (other) {
      throw isStatus(other, 404) ? error : other;
    }
  }
}

function sameId(answer: unknown, name: string, id: string): void {
  const known = z.object({ [name]: z.literal(id) }).safeParse(answer);
  if (!known.success)
    throw new OutgoingError("refused", `Omnisend answered without the ${name} that was sent`);
}

function cartBody({ email, products, ...cart }: MarketingCart, { contactId, at }: Sending) {
  return { ...cart, ...whom(email, contactId), updatedAt: at, products };
}

function orderBody(
  { email, discountCode, canceledDate, ...order }: MarketingOrder,
  { contactId, at }: SendingOrder,
) {
  return {
    ...order,
    ...whom(email, contactId),
    updatedAt: at,
    ...(discountCode === null ? {} : { discountCode, discountValue: order.discountSum }),
    ...(canceledDate === null ? {} : { canceledDate }),
  };
}

function whom(email: string | null, contactId: string | null) {
  return email === null ? { contactID: contactId } : { email };
}

async function unlessMissing(requested: Promise<unknown>): Promise<unknown> {
  try {
    return await requested;
  } catch (error) {
    if (isStatus(error, 404)) return null;
    throw error;
  }
}

const whole = z.number().int();
const cartSchema = z.object({
  cartID: z.string(),
  currency: z.string(),
  email: z.string().nullish(),
  cartRecoveryUrl: z.string(),
  cartSum: whole,
  products: z.array(
    z.object({
      cartProductID: z.string(),
      productID: z.string(),
      variantID: z.string(),
      title: z.string(),
      imageUrl: z.string(),
      productUrl: z.string(),
      quantity: whole,
      price: whole,
    }),
  ),
});

function readCart(answer: unknown): MarketingCart {
  const cart = cartSchema.safeParse(answer);
  if (!cart.success) throw new OutgoingError("refused", "Omnisend answered with something else than a cart");
  return { ...cart.data, email: cart.data.email ?? null };
}
