/** A cart on the wire: decimal amounts, whole addresses, snake-case names (requirement api-1). */
import { z } from "zod";

import { type Cart, CART_LINES_MAX, type CartLine } from "#app/models/cart/cart.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { PERSONALISATION_TYPED_MAX } from "#app/models/catalogue/personalisation.ts";
import type { CartTotals } from "#app/models/cart/totals.ts";
import { amountOf } from "#app/models/shared/decimal.ts";
import type { CartId, CustomerId } from "#app/models/shared/ids.ts";
import { subtractMoney } from "#app/models/shared/money.ts";
import { paths } from "#app/paths.ts";

export const IMAGE_WIDTH = 640;

const amount = (words: string) => z.number().describe(`${words} A decimal number, including tax.`);

const lineSchema = z
  .object({
    id: z.string().describe("The line's own id: the {itemId} of updateItems and deleteItems."),
    product_id: z.number().int(),
    variant_id: z.number().int(),
    name: z.string().describe("The product's name, and the variant's where it has one."),
    image_url: z.string().url(),
    url: z.string().url().describe("The product's page with this variant chosen."),
    quantity: z.number().int(),
    sale_price: amount("What one unit costs now."),
    personalisation: z
      .string()
      .nullable()
      .describe("The shopper's words on each unit, such as an engraving. sale_price holds what they cost."),
    is_for_sale: z
      .boolean()
      .describe("False for what was taken off sale meanwhile: it costs nothing and can only be removed."),
  })
  .strict();

const cartSchema = z
  .object({
    id: z.string(),
    currency: z
      .object({
        code: z
          .string()
          .regex(/^[A-Z]{3}$/)
          .describe("ISO 4217."),
      })
      .strict(),
    cart_amount: amount("What the goods cost after discounts, without delivery."),
    base_amount: amount("What the goods cost before discounts."),
    customer_id: z.string().nullable(),
    email: z
      .string()
      .nullable()
      .describe("The customer's email address. Null for guests: the id alone never reveals one."),
    line_items: z.object({ physical_items: z.array(lineSchema) }).strict(),
    checkout_url: z
      .string()
      .url()
      .describe(
        "A page where the shopper adds these items to a basket of their own and pays for them. Works for two weeks; this cart stays as it is.",
      ),
  })
  .strict();

export const cartAnswerSchema = z
  .object({
    data: z
      .object({
        id: z.string(),
        customer_id: z.string().nullable(),
        cart: cartSchema.optional().describe("Absent once the last line is gone: then the cart is gone too."),
      })
      .strict(),
  })
  .strict();

type CartAnswer = z.output<typeof cartAnswerSchema>;

const CATALOGUE_ID_MAX = 2_147_483_647;
const catalogueId = z.number().int().positive().max(CATALOGUE_ID_MAX);

const lineIds = {
  product_id: catalogueId.describe("Catalogue id of the product."),
  variant_id: catalogueId.describe("Catalogue id of the variant: it must be one of the product's."),
};

/** The model checks the quantity (requirement cart-5). */
const quantity = z.number();

export const currencyQuery = {
  currency: z
    .string()
    .optional()
    .describe("ISO 4217: one that the shop offers. Without it prices are in the shop's own."),
};

export const createCartQuerySchema = z.object(currencyQuery);

export const lineItemsSchema = z.object({
  line_items: z
    .array(
      z.object({
        ...lineIds,
        quantity: quantity.describe("Whole units, from 1."),
        personalisation: z
          .string()
          .max(PERSONALISATION_TYPED_MAX)
          .nullish()
          .describe(
            "Words for each unit, where the product can have some. One variant with other words is another line.",
          ),
      }),
    )
    .min(1)
    .max(CART_LINES_MAX),
});

export const lineItemSchema = z.object({
  line_item: z.object({
    product_id: lineIds.product_id.optional(),
    variant_id: lineIds.variant_id.optional(),
    quantity: quantity.describe("How many units the line is to hold; 0 removes it."),
  }),
});

export const linkSchema = z.object({
  customerId: z.string().describe("The id that the login answered with."),
});

type LineItem = z.output<typeof lineItemsSchema>["line_items"][number];

export function cartItems(items: ReadonlyArray<LineItem>) {
  return items.map((item) => ({
    productId: item.product_id,
    variantId: item.variant_id,
    quantity: item.quantity,
    personalisation: item.personalisation,
  }));
}

type Priced = Readonly<{ cart: Cart; totals: CartTotals }>;
/** `origin` is the shop's own ("https://shop.example"); `email` the address of the customer who asks, if one does. */
type CartView = Readonly<{ origin: string; email: string | null; checkoutUrl: string }>;

export function cartAnswer({ cart, totals }: Priced, { origin, email, checkoutUrl }: CartView): CartAnswer {
  const { id, customerId, lines } = cart;
  return {
    data: {
      id,
      customer_id: customerId,
      cart: {
        id,
        currency: { code: totals.items.currency },
        cart_amount: amountOf(subtractMoney(totals.items, totals.discount)),
        base_amount: amountOf(totals.items),
        customer_id: customerId,
        email,
        line_items: { physical_items: lines.map((line) => lineJson(line, origin)) },
        checkout_url: checkoutUrl,
      },
    },
  };
}

/** The answer once the last line is gone: there is no cart (requirement cart-4). */
export function endedCartAnswer(id: CartId, customerId: CustomerId | null): CartAnswer {
  return { data: { id, customer_id: customerId } };
}

function lineJson(line: CartLine, origin: string) {
  return {
    id: line.id,
    product_id: line.productId,
    variant_id: line.variantId,
    name: fullName(line.name, line.variantLabel),
    image_url: origin + paths.image(line.image.file, IMAGE_WIDTH),
    url: origin + line.path,
    quantity: line.quantity,
    sale_price: amountOf(line.price.now),
    personalisation: line.personalisation?.text ?? null,
    is_for_sale: line.isForSale,
  };
}
