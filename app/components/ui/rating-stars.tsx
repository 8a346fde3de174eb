import { RATING_MAX } from "#app/models/review/review.ts";

import styles from "./rating-stars.module.css";
import { StarShape } from "./star-shape.tsx";

/** Units of the drawing. */
const STEP = 17;
const STAR = 16;

export type RatingStarsProps = Readonly<{
  /** From 0 to `max`. */
  value: number;
  count?: number;
  variant?: "full" | "one";
  max: number;
  increment: number;
  /** In pixels. */
  size: number;
}>;

export function RatingStars({ value, count, variant = "full", max, increment, size }: RatingStarsProps) {
  const spoken =
    count === undefined ? ratingText(value, max) : `${ratingText(value, max)}, ${reviewsText(count)}`;
  if (variant === "one") {
    return (
      <span className={styles.stars}>
        <svg viewBox="0 0 16 16" width={size} height={size} role="img" aria-label={spoken}>
          <StarShape className={styles.full} />
        </svg>
        <span aria-hidden="true">
          {count === undefined ? value.toFixed(1) : `${value.toFixed(1)} (${count})`}
        </span>
      </span>
    );
  }
  const width = (max - 1) * STEP + STAR;
  return (
    <span className={styles.stars}>
      <svg
        viewBox={`0 0 ${width} ${STAR}`}
        width={Math.round((width * size) / STAR)}
        height={size}
        aria-hidden="true"
        focusable="false"
      >
        <Row max={max} className={styles.empty} />
        <svg x="0" y="0" width={filledWidth(value, max, increment)} height={STAR} overflow="hidden">
          <Row max={max} className={styles.full} />
        </svg>
      </svg>
      <span>{spoken}</span>
    </span>
  );
}

export function ratingText(value: number, max: number = RATING_MAX): string {
  return `${value.toFixed(1).replace(/\.0$/, "")} out of ${max}`;
}

export function reviewsText(count: number): string {
  return count === 1 ? "1 review" : `${count} reviews`;
}

/** In units of the drawing: with halves, 4.7 fills four and a half stars, 4.8 five. */
export function filledWidth(value: number, max: number, increment: number): number {
  const half = increment / 2;
  const within = Math.min(max, Math.max(0, Math.round(value / half) * half));
  return Math.floor(within) * STEP + (within % 1) * STAR;
}

function Row({ max, className }: Readonly<{ max: number; className: string | undefined }>) {
  return (
    <g>
      {Array.from({ length: max }, (_, index) => (
        <StarShape key={index} className={className} x={index * STEP} />
      ))}
    </g>
  );
}
