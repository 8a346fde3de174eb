/** Marketing records on the wire: ids as texts, amounts × 100 as whole numbers (requirement marketing-3). */
import { z } from "zod";

import type { MarketingCart } from "#app/models/marketing/cart.ts";
import type { MarketingOrder } from "#app/models/marketing/order.ts";

const minor = (words: string) => z.number().int().describe(`${words} × 100, a whole number.`);

const items = {
  productID: z.string(),
  variantID: z.string(),
  title: z.string(),
  imageUrl: z.string().url(),
  productUrl: z.string().url(),
  quantity: z.number().int(),
  price: minor("What one unit costs,"),
  personalisation: z.string().optional().describe("The shopper's words on each unit. Absent without."),
};

const productSchema = z
  .object({ cartProductID: z.string().describe("The id of the cart's line."), ...items })
  .strict();

const email = z
  .string()
  .nullable()
  .describe("The email address of the customer who asks. Null for guests: a cart never reveals one.");

const cartSchema = z
  .object({
    cartID: z.string(),
    currency: z.string(),
    email,
    cartRecoveryUrl: z.string().url(),
    cartSum: minor("What the goods cost after discounts, without delivery,"),
    products: z.array(productSchema),
  })
  .strict();

const orderSchema = z
  .object({
    orderID: z.string(),
    orderNumber: z.number().int(),
    cartID: z.string().describe("The cart that the order closes."),
    email,
    currency: z.string(),
    orderSum: minor("What was paid,"),
    subTotalSum: minor("What the goods cost,"),
    discountSum: minor("What discounts took off,"),
    taxSum: minor("The tax included,"),
    shippingSum: minor("Delivery,"),
    discountCode: z.string().nullable(),
    createdAt: z.string(),
    canceledDate: z.string().nullable(),
    paymentStatus: z.enum(["paid", "refunded"]),
    fulfillmentStatus: z.enum(["unfulfilled", "fulfilled", "delivered"]),
    products: z.array(z.object(items).strict()),
  })
  .strict();

export const marketingCartAnswerSchema = z.object({ data: cartSchema }).strict();
export const marketingProductAnswerSchema = z.object({ data: productSchema }).strict();
export const marketingOrderAnswerSchema = z.object({ data: orderSchema }).strict();
export const marketingEndAnswerSchema = z
  .object({ data: z.object({ cartID: z.string() }).strict() })
  .strict();

/** The body of a call, which is read and ignored: the session says whose record it is (requirement marketing-4). */
export const claimSchema = z
  .record(z.unknown())
  .describe(
    "Any record. What it claims is ignored: cart and person are the session's, the figures the shop's own.",
  );

export function marketingCartAnswer(record: MarketingCart, isCustomer: boolean) {
  const { products, ...rest } = record;
  return { data: { ...rest, email: isCustomer ? record.email : null, products: [...products] } };
}

export function marketingOrderAnswer(record: MarketingOrder, isCustomer: boolean) {
  const { products, ...rest } = record;
  return { data: { ...rest, email: isCustomer ? record.email : null, products: [...products] } };
}
