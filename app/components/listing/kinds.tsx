import { Link } from "@remix-run/react";

import { Picture } from "#app/components/ui/picture.tsx";

import styles from "./kinds.module.css";

/** Size in pixels that a picture is declared with: the row shows them as small circles. */
const SIDE = 1200;

export type Kind = Readonly<{ name: string; to: string; image: string | null; isCurrent?: boolean }>;

/** What is one step below: a row that scrolls sideways on a phone. */
export function Kinds({ kinds, label }: Readonly<{ kinds: ReadonlyArray<Kind>; label: string }>) {
  if (kinds.length === 0) return null;
  return (
    <nav aria-label={label}>
      <ul className={styles.kinds}>
        {kinds.map(({ name, to, image, isCurrent }) => (
          <li key={to}>
            <Link
              className={styles.kind}
              to={to}
              prefetch="intent"
              aria-current={isCurrent ? "page" : undefined}
            >
              {image ? (
                <Picture picture={{ file: image, alt: "", width: SIDE, height: SIDE }} sizes="44px" />
              ) : null}
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
