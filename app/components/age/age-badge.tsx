import styles from "./age-badge.module.css";

export type AgeBadgeProps = Readonly<{
  /** "12 months +", "Birth to 22 kg". */
  text: string;
}>;

export function AgeBadge({ text }: AgeBadgeProps) {
  return <span className={styles.age}>{text}</span>;
}
