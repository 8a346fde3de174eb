import { Link } from "@remix-run/react";

import { paths } from "#app/paths.ts";
import logo from "./logo.svg?url";
import styles from "./logo.module.css";
import wordmark from "./wordmark.svg?url";

export function Logo({ name }: Readonly<{ name: string }>) {
  return (
    <Link className={styles.logo} to={paths.home()}>
      <img src={logo} width={612} height={104} alt={name} />
    </Link>
  );
}

/** The footer names the shop in words too, so the image has no text. */
export function Wordmark() {
  return <img className={styles.wordmark} src={wordmark} width={504} height={104} alt="" loading="lazy" />;
}
