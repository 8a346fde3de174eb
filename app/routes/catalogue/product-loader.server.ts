import type { BuyableProduct } from "#app/components/product/buy-form.tsx";
import type { GalleryProps } from "#app/components/product/gallery.tsx";
import type { DatedReview } from "#app/components/product/reviews.tsx";
import { seeOther } from "#app/http/responses.server.ts";
import { isRobot } from "#app/http/robot.server.ts";
import { commitSession, type ShopSession } from "#app/http/session.server.ts";
import { picturesFor, type Product, type ProductPicture } from "#app/models/product-page.ts";
import {
  colourOption,
  optionField,
  type Variant,
  variantForSelection,
  variantQuery,
} from "#app/models/product.ts";
import type { Store } from "#app/models/store.ts";

/** Without script the buying form asks for another colour by its own fields: 303 to the address that names it. */
export function redirectToChoice(url: URL, product: Product): void {
  const selection = Object.fromEntries(
    product.options.flatMap(({ id }) => {
      const value = url.searchParams.get(optionField(id));
      return value === null ? [] : [[optionField(id), value]];
    }),
  );
  if (Object.keys(selection).length === 0) return;
  const choice = variantForSelection(product, selection);
  const colour = colourOption(product.options);
  const query =
    choice.kind === "found"
      ? variantQuery(product, choice.variant)
      : { swatch: colour ? selection[optionField(colour.id)] : undefined };
  const kept = { ...query, quantity: askedQuantity(url, product) };
  throw seeOther(`${product.path}${queryText(kept)}`);
}

/** Units that the form starts from: what the address says where the product allows it, else the least. */
export function askedQuantity(url: URL, product: Product): number | undefined {
  const text = url.searchParams.get("quantity") ?? "";
  if (!/^[1-9]\d{0,2}$/.test(text)) return undefined;
  const quantity = Number(text);
  const isAllowed = quantity > product.quantityMinimum && quantity <= product.quantityMaximum;
  return isAllowed ? quantity : undefined;
}

/** What the buying column shows: pictures, reviews and related products travel on their own, once. */
export function shownPart(product: Product): BuyableProduct {
  const shown = { ...product, pictures: undefined, reviews: undefined, related: undefined };
  return shown;
}

/** The pictures beside the chosen variant, and the ways to the other colours. */
export function galleryOf(product: Product, variant: Variant): Pick<GalleryProps, "pictures" | "others"> {
  const colour = colourOption(product.options);
  const key = colour ? (variant.options[colour.name] ?? null) : null;
  const labels = new Map(colour?.values.map((value) => [value.key, value.label]));
  const isOwn = (picture: ProductPicture) => picture.variantKey === null || picture.variantKey === key;
  const pictures = picturesFor(product.pictures, key).filter((each) => isOwn(each) || each.role !== "hero");
  return {
    pictures: pictures.map((picture) => ({
      ...picture,
      shownIn: isOwn(picture) ? null : (labels.get(picture.variantKey ?? "") ?? null),
    })),
    others: (colour?.values ?? []).flatMap((value) => {
      const picture = product.pictures.find(
        ({ variantKey, role }) => variantKey === value.key && role === "hero",
      );
      if (value.key === key || !picture) return [];
      return [{ label: value.label, path: `${product.path}${queryText({ swatch: value.key })}`, picture }];
    }),
  };
}

/** The reviews with their days in words of the shop's language and time zone. */
export function datedReviews(product: Product, store: Store): ReadonlyArray<DatedReview> {
  const format = new Intl.DateTimeFormat(store.locale, { dateStyle: "long", timeZone: store.timeZone });
  return product.reviews.map((review) => ({ ...review, day: format.format(new Date(review.createdAt)) }));
}

/**
 * Set-Cookie for a person who sees `productId`, or null. The visit is remembered in the visitor's own cookie by the
 * page's own answer, so that it works without script; nothing is written here, and robots and prefetches leave no trace.
 */
export async function viewedCookie(
  request: Request,
  session: ShopSession,
  productId: number,
): Promise<string | null> {
  const purpose = request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "";
  if (isRobot(request) || purpose.includes("prefetch")) return null;
  session.rememberViewed(productId);
  return commitSession(session);
}

function queryText(query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
}
