import styles from "./paper-picture.module.css";

const KNOWN: Readonly<Record<string, string | undefined>> = {
  kraft: styles.kraft,
  holly: styles.holly,
  stripe: styles.stripe,
};

/** A wrapping paper as a small picture; one that the shop has no drawing of is plain. Its name stands beside it. */
export function PaperPicture({ paper }: Readonly<{ paper: string }>) {
  return <span className={`${styles.picture} ${KNOWN[paper] ?? ""}`} aria-hidden="true" />;
}
