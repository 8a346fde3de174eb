import { Link } from "@remix-run/react";

import { Icon } from "#app/components/ui/icon.tsx";
import { paths } from "#app/paths.ts";

import { cardButtonId, cardValue, FAVOURITES_FORM } from "./card-form-names.ts";
import styles from "./save-button.module.css";

export type SaveButtonProps = Readonly<{
  product: Readonly<{ id: number; name: string }>;
  /** The variant to be saved, or null for the product as such. */
  variantId?: number | null;
  isSaved: boolean;
  /** Names the list that the button stands in. */
  place: string;
  /** A heart in the corner of a card, or a heart with a word on a product's page. */
  look: "card" | "page";
}>;

/** The heart: "Save Rainbow Stacker", and once it is saved "Remove Rainbow Stacker from favourites". */
export function SaveButton(props: SaveButtonProps) {
  const { product, variantId = null, isSaved, place, look } = props;
  const { id, name } = product;
  const button = (
    <button
      type="submit"
      form={FAVOURITES_FORM}
      id={cardButtonId("save", place, id)}
      className={`${styles.save} ${styles[look]} ${isSaved ? styles.saved : ""}`}
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
