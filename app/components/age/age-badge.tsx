import styles from "./age-badge.module.css";

export type AgeBadgeProps = Readonly<{
  /** "12 months +", "Birth to 22 kg". */
  text: string;
}>;

/** One tick of the ruler and the age beside it. */
export function AgeBadge({ text }: AgeBadgeProps) {
  return <span className={styles.age}>{text}</span>;
}
