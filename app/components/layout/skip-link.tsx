import styles from "./skip-link.module.css";

export function SkipLink() {
  return (
    <a className={`no-print ${styles.skip}`} href="#main">
      Skip to main content
    </a>
  );
}
