import { Link } from "@remix-run/react";

import { ShopImage } from "#app/components/ui/shop-image.tsx";
import { PriceText } from "#app/components/ui/price-text.tsx";
import { useLocale } from "#app/hooks/use-root-data.ts";
import type { SavedItem } from "#app/models/cart-recovery/cart-recovery.ts";

export function SavedItemsList({ items }: Readonly<{ items: ReadonlyArray<SavedItem> }>) {
  return (
    <ul className="ruled above-4">
      {items.map((one, index) => (
        <Item key={`${index} ${one.variantId ?? ""}`} items={one} />
      ))}
    </ul>
  );
}

function Item({ items }: Readonly<{ items: SavedItem }>) {
  const locale = useLocale();
  const { name, variantLabel, path, image, price, quantity } = items;
  const problem = stateText(items);
  const about = variantLabel ? `${variantLabel}, quantity ${quantity}` : `Quantity ${quantity}`;
  return (
    <li className="media">
      <div>{image ? <ShopImage image={image} alt="" sizes="88px" melt="paper" /> : null}</div>
      <div>
        <h3 className="item-name small-name">{path ? <Link to={path}>{name}</Link> : name}</h3>
        <p className="sm muted">{about}</p>
        {problem ? <p className="sm berry">{problem}</p> : null}
      </div>
      {price ? <PriceText locale={locale} price={price} /> : null}
    </li>
  );
}

function stateText({ state, available, path }: SavedItem): string | null {
  if (state === "available") return null;
  if (state === "fewer") return `Only ${available} left`;
  return path === null ? "No longer available" : "Sold out";
}
