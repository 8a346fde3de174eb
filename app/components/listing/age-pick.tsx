import { sinkClass } from "#app/components/age/age-ruler.tsx";
import { Picture, PICTURE_SIZES } from "#app/components/ui/picture.tsx";
import type { Picture as PictureData } from "#app/models/catalogue/product.ts";

import styles from "./age-pick.module.css";

export type AgeChoice = Readonly<{
  slug: string;
  /** "1 to 2 years". */
  name: string;
  isChosen: boolean;
  picture: PictureData | null;
  /** Where the object meets the floor, in per cent of the image's height. */
  sink?: number;
}>;

export function AgePick({ ages }: Readonly<{ ages: ReadonlyArray<AgeChoice> }>) {
  return (
    <fieldset>
      <legend className="visually-hidden">Child’s age</legend>
      <div className={styles.agePick}>
        {ages.map(({ slug, name, isChosen, picture, sink }) => (
          <label key={slug} className={sinkClass(sink)}>
            <input type="radio" name="age" value={slug} defaultChecked={isChosen} />
            {picture ? (
              <Picture picture={picture} sizes={PICTURE_SIZES.agePick} melt="paper" alt="" />
            ) : (
              <span />
            )}
            <span className={styles.mark}>
              <b>{name}</b>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
