import { type Cart, type CartLine, linesForSale } from "#app/models/cart/cart.ts";
import type { CartTotals } from "#app/models/cart/totals.ts";
import { fullName } from "#app/models/catalogue/full-name.ts";
import { hundredthsOf } from "#app/models/shared/decimal.ts";
import { type Money, subtractMoney } from "#app/models/shared/money.ts";

/** Ids are texts; `price` is the present price of one unit × 100. */
export type MarketingProduct = Readonly<{
  cartProductID: string;
  productID: string;
  variantID: string;
  title: string;
  imageUrl: string;
  productUrl: string;
  quantity: number;
  price: number;
  personalisation?: string;
}>;

export type MarketingCart = Readonly<{
  cartID: string;
  currency: string;
  /** Null while only the service knows the contact. */
  email: string | null;
  cartRecoveryUrl: string;
  /** The items after discounts, without delivery, × 100. */
  cartSum: number;
  products: ReadonlyArray<MarketingProduct>;
}>;

type Priced = Readonly<{ cart: Cart; totals: Pick<CartTotals, "items" | "discount"> }>;

/** Addresses are absolute. */
export type MarketingFacts = Readonly<{
  email: string | null;
  recoveryUrl: string;
  origin: string;
  imagePath: (file: string) => string;
}>;

/** Null if nothing in it is for sale; amounts are × 100 in any currency (requirement marketing-3). */
export function marketingCart({ cart, totals }: Priced, facts: MarketingFacts): MarketingCart | null {
  const lines = linesForSale(cart.lines);
  if (lines.length === 0) return null;
  const { items, discount } = totals;
  return {
    cartID: cart.id,
    currency: items.currency,
    email: facts.email,
    cartRecoveryUrl: facts.recoveryUrl,
    cartSum: cartSum({ cartAmount: subtractMoney(items, discount), baseAmount: items }),
    products: lines.map((line) => marketingProduct(line, facts)),
  };
}

/**
 * `cart_amount ?? base_amount` (requirement marketing-3): a cart whose items are free is 0, not its price before the
 * discount.
 */
export function cartSum(amounts: Readonly<{ cartAmount: Money | null; baseAmount: Money }>): number {
  return hundredthsOf(amounts.cartAmount ?? amounts.baseAmount);
}

function marketingProduct(line: CartLine, facts: MarketingFacts): MarketingProduct {
  const { file: image } = line.image;
  return { cartProductID: line.id, ...soldProduct({ ...line, image, unitPrice: line.price.now }, facts) };
}

type SoldLine = Pick<CartLine, "productId" | "variantId" | "name" | "variantLabel" | "path" | "quantity"> &
  Readonly<{ image: string; unitPrice: Money; personalisation: Readonly<{ text: string }> | null }>;

/** What the service is told of a line of a cart or an order. */
export function soldProduct(
  line: SoldLine,
  { origin, imagePath }: Pick<MarketingFacts, "origin" | "imagePath">,
): Omit<MarketingProduct, "cartProductID"> {
  return {
    productID: String(line.productId),
    variantID: String(line.variantId),
    title: fullName(line.name, line.variantLabel),
    imageUrl: origin + imagePath(line.image),
    productUrl: origin + line.path,
    quantity: line.quantity,
    price: hundredthsOf(line.unitPrice),
    ...(line.personalisation ? { personalisation: line.personalisation.text } : {}),
  };
}
