import styles from "./meter-bar.module.css";

export type MeterBarProps = Readonly<{
  /** From 0 to 1. */
  value: number;
  tone?: "star" | "sage";
}>;

export function MeterBar({ value, tone = "sage" }: MeterBarProps) {
  const share = Math.min(1, Math.max(0, value)) * 100;
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect className={styles.ground} width="100" height="8" />
      <rect className={styles[tone]} width={share} height="8" />
    </svg>
  );
}
