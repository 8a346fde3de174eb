import styles from "./age-scale.module.css";

const SCALE_YEARS = 6;
const LONG_SCALE_YEARS = 12;
const MONTHS_PER_YEAR = 12;
const TICKS = 48;
const START = 1.5;
const LENGTH = 297.6;

export type AgeScaleProps = Readonly<{
  minMonths: number;
  /** Null without an upper age. */
  maxMonths: number | null;
  label: string;
}>;

export function AgeScale({ minMonths, maxMonths, label }: AgeScaleProps) {
  const years = minMonths >= SCALE_YEARS * MONTHS_PER_YEAR ? LONG_SCALE_YEARS : SCALE_YEARS;
  const from = position(minMonths, years);
  const to = maxMonths === null ? START + LENGTH : position(maxMonths, years);
  return (
    <svg className={styles.scale} viewBox="0 0 300 47" width="300" height="47" role="img" aria-label={label}>
      <path className={styles.year} d={`M1 20H299${ticks(TICKS / years, 12)}`} />
      <path className={styles.tick} d={`${ticks(TICKS / years / 2, 8)}${ticks(1, 5)}`} />
      <rect className={styles.range} x={from} y="9" width={Math.max(4, to - from)} height="11" rx="2" />
      <g className={styles.numbers}>
        {Array.from({ length: SCALE_YEARS + 1 }, (_, index) => (index * years) / SCALE_YEARS).map((year) => (
          <text key={year} x={yearX(year, years)} y="43" textAnchor={yearAnchor(year, years)}>
            {/* Text browsers need the space. */}
            {year === years ? `${year} years` : `${year} `}
          </text>
        ))}
      </g>
    </svg>
  );
}

function position(months: number, years: number): number {
  return round(START + Math.min(1, months / (years * MONTHS_PER_YEAR)) * LENGTH);
}

function ticks(every: number, height: number): string {
  return Array.from({ length: TICKS / every + 1 }, (_, index) => {
    return `M${round(START + (index * every * LENGTH) / TICKS)} 20v${height}`;
  }).join("");
}

function yearX(year: number, years: number): number {
  return year === 0 ? 0 : position(year * MONTHS_PER_YEAR, years);
}

function yearAnchor(year: number, years: number): "start" | "middle" | "end" {
  if (year === 0) return "start";
  return year === years ? "end" : "middle";
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
