import styles from "./count-dot.module.css";

export type CountDotProps = Readonly<{ count: number; hiddenBefore?: string; tone?: "holly" | "ink" }>;

/** `hiddenBefore` is read out before the number, such as "Quantity ". */
export function CountDot({ count, hiddenBefore, tone = "holly" }: CountDotProps) {
  return (
    <span className={`${styles.dot} ${styles[tone]}`}>
      {hiddenBefore ? <span className="visually-hidden">{hiddenBefore}</span> : null}
      {count}
    </span>
  );
}
