import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";

import control from "#app/components/form/control.module.css";
import { Button } from "#app/components/ui/button.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { useRootData } from "#app/hooks/use-root-data.ts";
import { truncated } from "#app/models/text.ts";
import { paths } from "#app/paths.ts";
import styles from "./not-found-body.module.css";

/** Of a path that is longer, only so many characters are shown. */
const MESSAGE_MAX_CHARACTERS = 200;

const SHAPE_SORTER = { file: "products/shape-sorter-1.jpg", alt: "", width: 1200, height: 1200 };

export type NotFoundBodyProps = Readonly<{
  /** "Page not found: /giraffes". Shown as text, shortened. */
  message: string;
  /** What there is instead. */
  children?: ReactNode;
}>;

/** The page for an address that leads nowhere, and three ways on. */
export function NotFoundBody({ message, children }: NotFoundBodyProps) {
  const departments = useRootData()?.departments ?? [];
  return (
    <div className="wrap">
      <div className={`centre ${styles.page}`}>
        <div className={styles.picture}>
          <Picture picture={SHAPE_SORTER} sizes="(min-width: 504px) 352px, 70vw" melt="paper" priority />
        </div>
        <h1 className="d-xl">That doesn’t fit here</h1>
        <p className={`lead ${styles.message}`}>{truncated(message, MESSAGE_MAX_CHARACTERS)}</p>
        <Form
          className={`inline-form ${styles.search}`}
          role="search"
          aria-label="Page"
          action={paths.search()}
        >
          <label className="visually-hidden" htmlFor="search-missing">
            Search the shop
          </label>
          <input
            className={control.control}
            id="search-missing"
            name="q"
            type="search"
            placeholder="Search the shop"
            maxLength={200}
          />
          <Button nativeType="submit">Search</Button>
        </Form>
        <ul className={styles.links}>
          <WayOn to={paths.home()} name="Home" />
          {departments.map(({ name, path }) => (
            <WayOn key={path} to={paths.category(path)} name={name} />
          ))}
          <WayOn to={paths.information("contact-us")} name="Contact us" />
        </ul>
      </div>
      {children}
    </div>
  );
}

function WayOn({ to, name }: Readonly<{ to: string; name: string }>) {
  return (
    <li>
      <Link className="link" to={to}>
        {name}
      </Link>
    </li>
  );
}
