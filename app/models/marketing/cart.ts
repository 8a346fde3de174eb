/** What the marketing service is told of a cart: the record of the specification, section 3. */
import { type Cart, type CartLine, linesForSale } from "#app/models/cart/cart.ts";
import type { CartTotals } from "#app/models/cart/totals.ts";
import { type Money, subtractMoney } from "#app/models/shared/money.ts";

/** One line. Ids are texts; `price` is what one unit costs now, × 100, a whole number. */
export type MarketingProduct = Readonly<{
  /** The line's own id. */
  cartProductID: string;
  productID: string;
  variantID: string;
  title: string;
  imageUrl: string;
  productUrl: string;
  quantity: number;
  price: number;
}>;

export type MarketingCart = Readonly<{
  cartID: string;
  currency: string;
  /** Null while only a contact of the service is known. */
  email: string | null;
  cartRecoveryUrl: string;
  /** What the goods cost after discounts, without delivery, × 100, a whole number. */
  cartSum: number;
  products: ReadonlyArray<MarketingProduct>;
}>;

type Priced = Readonly<{ cart: Cart; totals: Pick<CartTotals, "goods" | "discount"> }>;

/** What the shop knows beside the cart itself. Addresses are absolute. */
export type MarketingFacts = Readonly<{
  email: string | null;
  recoveryUrl: string;
  /** Where the shop lives, such as "https://shop.example". */
  origin: string;
  /** Path of a picture, by its file. */
  picturePath: (file: string) => string;
}>;

/**
 * The record of `cart`, or null when it holds nothing that is for sale. The sums are those of `totals`, which the one
 * pricing function reckoned. Section 9 takes decimal amounts × 100, rounded: whole minor units are that already, and no
 * float comes near them.
 */
export function marketingCart({ cart, totals }: Priced, facts: MarketingFacts): MarketingCart | null {
  const lines = linesForSale(cart.lines);
  if (lines.length === 0) return null;
  const { goods, discount } = totals;
  return {
    cartID: cart.id,
    currency: goods.currency,
    email: facts.email,
    cartRecoveryUrl: facts.recoveryUrl,
    cartSum: cartSum({ cartAmount: subtractMoney(goods, discount), baseAmount: goods }),
    products: lines.map((line) => marketingProduct(line, facts)),
  };
}

/** `cart_amount ?? base_amount` (section 9): a cart whose goods are free is 0, not its price before the discount. */
export function cartSum(amounts: Readonly<{ cartAmount: Money | null; baseAmount: Money }>): number {
  return (amounts.cartAmount ?? amounts.baseAmount).minor;
}

function marketingProduct(line: CartLine, { origin, picturePath }: MarketingFacts): MarketingProduct {
  return {
    cartProductID: line.id,
    productID: String(line.productId),
    variantID: String(line.variantId),
    title: line.variantLabel ? `${line.name}, ${line.variantLabel}` : line.name,
    imageUrl: origin + picturePath(line.picture.file),
    productUrl: origin + line.path,
    quantity: line.quantity,
    price: line.price.now.minor,
  };
}
