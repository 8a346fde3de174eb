import { Link } from "@remix-run/react";

import { Icon } from "#app/components/ui/icon.tsx";
import { paths } from "#app/paths.ts";

import { cardButtonId, cardValue, FAVOURITES_FORM } from "./card-form-names.ts";
import styles from "./save-button.module.css";

export type SaveButtonProps = Readonly<{
  product: Readonly<{ id: number; name: string }>;
  /** Null for the product without a choice. */
  variantId?: number | null;
  isSaved: boolean;
  place: string;
  look: "card" | "page";
}>;

export function SaveButton(props: SaveButtonProps) {
  const { product, variantId = null, isSaved, place, look } = props;
  const { id, name } = product;
  const button = (
    <button
      type="submit"
      form={FAVOURITES_FORM}
      id={cardButtonId("save", place, id)}
      className={`no-print ${styles.save} ${styles[look]} ${isSaved ? styles.saved : ""}`}
      name={isSaved ? "remove" : "save"}
      value={cardValue({ productId: id, variantId, place })}
    >
      <Icon name="heart" />
      <span className={look === "card" ? "visually-hidden" : undefined}>{isSaved ? "Remove" : "Save"}</span>
      <span className="visually-hidden">{` ${name}${isSaved ? " from favourites" : ""}`}</span>
    </button>
  );
  if (look === "card") return button;
  return (
    <span className={styles.beside}>
      {button}
      {isSaved ? (
        <Link className="link sm" to={paths.favourites()}>
          Saved to your favourites
        </Link>
      ) : null}
    </span>
  );
}
