import styles from "./age-badge.module.css";

export type AgeBadgeProps = Readonly<{
  text: string;
}>;

export function AgeBadge({ text }: AgeBadgeProps) {
  return <span className={styles.age}>{text}</span>;
}
