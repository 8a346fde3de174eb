import { Details } from "#app/components/ui/details.tsx";
import { paths } from "#app/paths.ts";

import styles from "./gift-list-panel.module.css";

/** A plain form: which list is asked on the next page, so that this one is the same for everybody. */
export function GiftListPanel({ variantId }: Readonly<{ variantId: number }>) {
  return (
    <Details summary="Add to a gift list">
      <form method="post" action={paths.addToGiftList({ variant: variantId })} className={styles.form}>
        <input type="hidden" name="variant" value={variantId} />
        <label>
          How many
          <input name="quantity" type="number" min={1} max={20} defaultValue={1} className={styles.control} />
        </label>
        <label>
          Note (optional)
          <input type="text" name="note" maxLength={200} className={styles.control} />
        </label>
        <label className={styles.check}>
          <input type="checkbox" name="any_colour" /> Any colour will do
        </label>
        <button type="submit" className={styles.button}>
          Put on a list
        </button>
      </form>
    </Details>
  );
}
