import { sinkStep } from "#app/components/age/age-ruler.tsx";
import { ShopImage, IMAGE_SIZES } from "#app/components/ui/shop-image.tsx";
import type { ProductImage } from "#app/models/catalogue/product.ts";

import drawing from "#app/components/age/age-ruler.module.css";
import styles from "./age-filter.module.css";

export type AgeChoice = Readonly<{
  slug: string;
  name: string;
  isChosen: boolean;
  image: ProductImage | null;
  sink?: number;
}>;

export function AgeFilter({ ages }: Readonly<{ ages: ReadonlyArray<AgeChoice> }>) {
  return (
    <fieldset>
      <legend className="visually-hidden">Child’s age</legend>
      <div className={`${drawing.ruler} ${styles.agePick}`}>
        {ages.map(({ slug, name, isChosen, image, sink }) => (
          <label key={slug} className={drawing.band} data-sink={sinkStep(sink)}>
            <input className="overlay" type="radio" name="age" value={slug} defaultChecked={isChosen} />
            {image ? <ShopImage image={image} sizes={IMAGE_SIZES.agePick} melt="paper" alt="" /> : <span />}
            <span className={`${drawing.mark} ${styles.mark}`}>
              <b>{name}</b>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
