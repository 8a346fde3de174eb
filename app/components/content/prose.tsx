import styles from "./prose.module.css";

/** Long text. `html` comes from the content port, which lets only an allow-list through. */
export function Prose({ html }: Readonly<{ html: string }>) {
  return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />;
}
