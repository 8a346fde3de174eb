import { RATING_MAX } from "#app/models/review/review.ts";

import { RatingStars, type RatingStarsProps } from "./rating-stars.tsx";
import styles from "./star-rating.module.css";
import { StarShape } from "./star-shape.tsx";

/** Requirement components-3. */
const STAR_SIZE_PX = 50;
const STAR_INCREMENT = 1;

type Common = Readonly<{
  max?: number;
  increment?: number;
  /** In pixels. */
  size?: number;
  value?: number;
}>;

type Giving = Common &
  Readonly<{
    readOnly?: false;
    name: string;
    legend: string;
    describedBy?: string;
  }>;

type Reading = Common &
  Pick<RatingStarsProps, "count" | "variant"> &
  Readonly<{ readOnly: true; value: number }>;

export type StarRatingProps = Giving | Reading;

export function StarRating(props: StarRatingProps) {
  const { max = RATING_MAX, increment = STAR_INCREMENT, size = STAR_SIZE_PX } = props;
  if (props.readOnly) {
    return (
      <RatingStars
        value={props.value}
        count={props.count}
        variant={props.variant}
        {...{ max, increment, size }}
      />
    );
  }
  return <StarChoice {...props} {...{ max, increment, size }} />;
}

function StarChoice({
  name,
  legend,
  max,
  increment,
  size,
  value,
  describedBy,
}: Giving & Required<Pick<Common, "max" | "increment" | "size">>) {
  const choices = Array.from({ length: Math.round(max / increment) }, (_, index) => (index + 1) * increment);
  return (
    <fieldset className={styles.rating} aria-describedby={describedBy}>
      <legend className="label below-2">{legend}</legend>
      {choices.map((stars, index) => (
        <label key={stars} className={styles.choice}>
          <input
            className="overlay"
            type="radio"
            // The error summary links to the first radio.
            id={index === 0 ? name : `${name}-${index + 1}`}
            name={name}
            value={stars}
            defaultChecked={stars === value}
          />
          <svg
            viewBox="0 0 16 16"
            width={size * increment}
            height={size}
            aria-hidden="true"
            focusable="false"
          >
            <StarShape />
          </svg>
          <span className="visually-hidden">{stars === 1 ? "1 star" : `${stars} stars`}</span>
        </label>
      ))}
    </fieldset>
  );
}
