import styles from "./star-rating.module.css";

/** One star on a grid of 16 px; five of them stand 17 px apart. */
const STAR = "m8 .9 2.2 4.6 5 .7-3.6 3.5.9 5L8 12.3 3.5 14.7l.9-5L.8 6.2l5-.7z";
const STEP = 17;
/** Most stars that a rating can have. */
export const RATING_MAX = 5;

export type StarRatingProps = Readonly<{
  /** Average, from 0 to 5. */
  value: number;
  /** How many reviews it comes from. */
  count?: number;
  /** "one" is the single star of a card with "4.9 (212)" beside it. */
  variant?: "full" | "one";
  size?: "small" | "large";
}>;

/** A rating to read. The number always stands beside the stars. */
export function StarRating({ value, count, variant = "full", size = "small" }: StarRatingProps) {
  const spoken = count === undefined ? ratingText(value) : `${ratingText(value)}, ${reviewsText(count)}`;
  if (variant === "one") {
    return (
      <span className={`${styles.stars} ${styles.one}`}>
        <svg viewBox="0 0 16 16" role="img" aria-label={spoken}>
          <path d={STAR} className={styles.full} />
        </svg>
        <span aria-hidden="true">
          {count === undefined ? value.toFixed(1) : `${value.toFixed(1)} (${count})`}
        </span>
      </span>
    );
  }
  return (
    <span className={size === "large" ? `${styles.stars} ${styles.large}` : styles.stars}>
      <svg viewBox="0 0 84 16" aria-hidden="true" focusable="false">
        <FiveStars className={styles.empty} />
        <svg x="0" y="0" width={filledWidth(value)} height="16" overflow="hidden">
          <FiveStars className={styles.full} />
        </svg>
      </svg>
      <span>{spoken}</span>
    </span>
  );
}

/** "4.5 out of 5". */
export function ratingText(value: number): string {
  return `${value.toFixed(1).replace(/\.0$/, "")} out of ${RATING_MAX}`;
}

/** "1 review", "12 reviews". */
export function reviewsText(count: number): string {
  return count === 1 ? "1 review" : `${count} reviews`;
}

/** How much of the row of five is filled, in units of the drawing: whole steps for whole stars. */
function filledWidth(value: number): number {
  const within = Math.min(RATING_MAX, Math.max(0, value));
  return Math.floor(within) * STEP + (within % 1) * 16;
}

function FiveStars({ className }: Readonly<{ className: string | undefined }>) {
  return (
    <g className={className}>
      {Array.from({ length: RATING_MAX }, (_, index) => (
        <path key={index} transform={`translate(${index * STEP})`} d={STAR} />
      ))}
    </g>
  );
}
