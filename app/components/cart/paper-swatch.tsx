import styles from "./paper-swatch.module.css";

const KNOWN: Readonly<Record<string, string | undefined>> = {
  kraft: styles.kraft,
  holly: styles.holly,
  stripe: styles.stripe,
};

/** A wrapping paper as a small picture; one that the shop has no drawing of is plain. Its name stands beside it. */
export function PaperSwatch({ paper }: Readonly<{ paper: string }>) {
  return <span className={`${styles.swatch} ${KNOWN[paper] ?? ""}`} aria-hidden="true" />;
}
