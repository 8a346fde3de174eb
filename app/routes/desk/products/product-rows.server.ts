import type { DeskProductRow } from "#app/components/desk/products/products-page.tsx";
import type { DeskProduct } from "#app/models/desk/products/product-list.server.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { shortDateText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";

export function productRowOf(product: DeskProduct, store: Store): DeskProductRow {
  const { id, name, sku, image, variants, priceMinor, lowestMinor, saleMinor, free, changedAt } = product;
  const text = (minor: number) => formatMoney(money(minor, store.currency), store.locale);
  const isFrom = lowestMinor !== (saleMinor ?? priceMinor);
  return {
    ...{ id, name, free, image: image ?? "" },
    detail: variants > 1 ? `${sku} · ${variants} variants` : sku,
    price:
      !product.wasPublished && priceMinor === 0
        ? ""
        : isFrom
          ? `from ${text(lowestMinor)}`
          : text(lowestMinor),
    was: saleMinor === null || isFrom ? null : text(priceMinor),
    tags: tagsOf(product),
    changed: changedAt ? shortDateText(changedAt, store) : "",
  };
}

function tagsOf(product: DeskProduct): DeskProductRow["tags"] {
  const { visibility, isDiscontinued, saleMinor, hasDraft, wasPublished } = product;
  return [
    ...(visibility === "address" ? [{ text: "Only with its address", tone: "" } as const] : []),
    ...(visibility === "nobody"
      ? [{ text: wasPublished ? "Hidden" : "Never published", tone: "" } as const]
      : []),
    ...(isDiscontinued ? [{ text: "No longer sold", tone: "" } as const] : []),
    ...(visibility !== "nobody" && !isDiscontinued ? [stockTag(product)] : []),
    ...(saleMinor === null ? [] : [{ text: "Reduced", tone: "gift" } as const]),
    ...(hasDraft ? [{ text: "Changes not published", tone: "do" } as const] : []),
  ];
}

function stockTag({ isPreorder, free }: DeskProduct): DeskProductRow["tags"][number] {
  return isPreorder || free > 0 ? { text: "For sale", tone: "ok" } : { text: "Sold out", tone: "bad" };
}
