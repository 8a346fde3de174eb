import { Link } from "@remix-run/react";

import { COMPARE_FORM } from "#app/components/favourites/card-form-names.ts";
import { useComparedIds } from "#app/components/favourites/use-card-requests.ts";
import { Icon } from "#app/components/ui/icon.tsx";
import { COMPARED_MAX, comparedText } from "#app/models/catalogue/compare.ts";
import { paths } from "#app/paths.ts";

import styles from "./compare-tray.module.css";

export function CompareTray() {
  const ids = useComparedIds().slice(0, COMPARED_MAX);
  if (ids.length === 0) return null;
  return (
    <nav className={styles.tray} aria-label="Comparison">
      <Link className="btn" to={paths.compare({ products: comparedText(ids) })}>
        <Icon name="columns" size="small" />
        {ids.length === 1 ? "1 product to compare" : `Compare ${ids.length} products`}
      </Link>
      <button
        type="submit"
        form={COMPARE_FORM}
        className={`iconb ${styles.stop}`}
        name="intent"
        value="clear"
      >
        <Icon name="close" size="small" />
        <span className="visually-hidden">Stop comparing</span>
      </button>
    </nav>
  );
}
