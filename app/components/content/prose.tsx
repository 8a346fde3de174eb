import styles from "./prose.module.css";

/** `html` comes from the content port, which sanitises it. */
export function Prose({ html }: Readonly<{ html: string }>) {
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />;
}
