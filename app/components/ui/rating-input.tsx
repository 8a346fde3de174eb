import { RATING_MAX } from "./star-rating.tsx";
import styles from "./rating-input.module.css";

const STAR = "m8 .9 2.2 4.6 5 .7-3.6 3.5.9 5L8 12.3 3.5 14.7l.9-5L.8 6.2l5-.7z";
/** Defaults of the specification: stars are 50 px, one at a time. */
const STAR_SIZE_PX = 50;
const STAR_INCREMENT = 1;

export type RatingInputProps = Readonly<{
  name: string;
  legend: string;
  max?: number;
  /** The step between two choices, in stars. */
  increment?: number;
  /** Width and height of a star in pixels. */
  size?: number;
  readOnly?: boolean;
  value?: number;
}>;

/** A rating to give: radio inputs, so that it works by keyboard and without a script. */
export function RatingInput({
  name,
  legend,
  max = RATING_MAX,
  increment = STAR_INCREMENT,
  size = STAR_SIZE_PX,
  readOnly = false,
  value,
}: RatingInputProps) {
  const choices = Array.from({ length: Math.round(max / increment) }, (_, index) => (index + 1) * increment);
  return (
    <fieldset className={styles.rating} disabled={readOnly}>
      <legend className="visually-hidden">{legend}</legend>
      {choices.map((stars) => (
        <label key={stars} className={styles.choice}>
          <input type="radio" name={name} value={stars} defaultChecked={stars === value} />
          <svg viewBox="0 0 16 16" width={size * increment} height={size * increment} aria-hidden="true">
            <path d={STAR} />
          </svg>
          <span className="visually-hidden">{stars === 1 ? "1 star" : `${stars} stars`}</span>
        </label>
      ))}
    </fieldset>
  );
}
