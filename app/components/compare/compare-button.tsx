import { cardButtonId, cardValue, COMPARE_FORM } from "#app/components/favourites/card-form-names.ts";
import { Icon } from "#app/components/ui/icon.tsx";

import styles from "./compare-button.module.css";

export type CompareButtonProps = Readonly<{
  product: Readonly<{ id: number; name: string }>;
  isCompared: boolean;
  place: string;
}>;

export function CompareButton({ product: { id, name }, isCompared, place }: CompareButtonProps) {
  return (
    <button
      type="submit"
      form={COMPARE_FORM}
      id={cardButtonId("compare", place, id)}
      className={`no-print text-button xs ${styles.compare}`}
      name={isCompared ? "remove" : "add"}
      value={cardValue({ productId: id, place })}
    >
      <Icon name={isCompared ? "check" : "columns"} size="small" />
      {isCompared ? "Comparing" : "Compare"}
      <span className="visually-hidden">{` ${name}${isCompared ? ": remove from comparison" : ""}`}</span>
    </button>
  );
}
