import { Link } from "@remix-run/react";

import { Picture } from "#app/components/ui/picture.tsx";
import { StoredPart } from "#app/components/ui/stored-part.tsx";

import styles from "./kinds.module.css";

/** Pixels of an image's original. */
const SIDE = 1200;

export type Kind = Readonly<{ name: string; to: string; image: string | null; isCurrent?: boolean }>;

type KindsProps = Readonly<{ kinds: ReadonlyArray<Kind>; label: string }>;

export function Kinds({ kinds, label }: KindsProps) {
  if (kinds.length === 0) return null;
  return <StoredPart as="nav" aria-label={label} part={Row} of={{ kinds }} />;
}

function Row({ kinds }: Pick<KindsProps, "kinds">) {
  return (
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
  );
}
