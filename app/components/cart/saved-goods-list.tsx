import { Link } from "@remix-run/react";

import { Picture } from "#app/components/ui/picture.tsx";
import { PriceText } from "#app/components/ui/price-text.tsx";
import type { SavedGoods } from "#app/models/cart-recovery/cart-recovery.ts";

import styles from "./saved-goods-list.module.css";

export function SavedGoodsList({ goods }: Readonly<{ goods: ReadonlyArray<SavedGoods> }>) {
  return (
    <ul className={styles.goods}>
      {goods.map((one, index) => (
        <Item key={`${index} ${one.variantId ?? ""}`} goods={one} />
      ))}
    </ul>
  );
}

function Item({ goods }: Readonly<{ goods: SavedGoods }>) {
  const { name, variantLabel, path, picture, price, quantity } = goods;
  const problem = stateText(goods);
  const about = variantLabel ? `${variantLabel}, quantity ${quantity}` : `Quantity ${quantity}`;
  return (
    <li className={styles.item}>
      <div className={styles.picture}>
        {picture ? <Picture picture={picture} alt="" sizes="88px" melt="paper" /> : null}
      </div>
      <div>
        <h3>{path ? <Link to={path}>{name}</Link> : name}</h3>
        <p className="sm muted">{about}</p>
        {problem ? <p className={`sm ${styles.problem}`}>{problem}</p> : null}
      </div>
      {price ? <PriceText price={price} /> : null}
    </li>
  );
}

function stateText({ state, available, path }: SavedGoods): string | null {
  if (state === "available") return null;
  if (state === "fewer") return `Only ${available} left`;
  return path === null ? "No longer available" : "Sold out";
}
