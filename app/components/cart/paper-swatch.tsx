import styles from "./paper-swatch.module.css";

const KNOWN: Readonly<Record<string, string | undefined>> = {
  kraft: styles.kraft,
  holly: styles.holly,
  stripe: styles.stripe,
};

/** Papers without a drawing are plain. */
export function PaperSwatch({ paper }: Readonly<{ paper: string }>) {
  return <span className={`${styles.swatch} ${KNOWN[paper] ?? ""}`} aria-hidden="true" />;
}
