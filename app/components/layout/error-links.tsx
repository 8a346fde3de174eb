import { Form, Link } from "@remix-run/react";

import { Button } from "#app/components/ui/button.tsx";
import { useRootData } from "#app/hooks/use-root-data.ts";
import { paths } from "#app/paths.ts";

import styles from "./error-links.module.css";

export type ErrorLinksProps = Readonly<{
  reloads?: boolean;
  /** To search for. */
  words?: string;
}>;

export function ErrorLinks({ reloads = false, words = "" }: ErrorLinksProps) {
  const departments = useRootData()?.departments ?? [];
  const ways = [
    { to: paths.home(), name: "Home" },
    ...departments.map(({ name, path }) => ({ to: paths.category(path), name })),
    { to: paths.contact(), name: "Contact us" },
  ];
  return (
    <>
      <Form
        className={`inline-form ${styles.search}`}
        role="search"
        aria-label="Search the shop"
        action={paths.search()}
        reloadDocument={reloads}
      >
        <label className="visually-hidden" htmlFor="search-missing">
          Search the shop
        </label>
        <input
          className="input"
          id="search-missing"
          name="q"
          type="search"
          placeholder="Search the shop"
          defaultValue={words}
          maxLength={200}
        />
        <Button nativeType="submit">Search</Button>
      </Form>
      <ul className={`cluster centred gap-1 gap-x-3 ${styles.links}`}>
        {ways.map(({ to, name }) => (
          <li key={to}>
            <Link className="link" to={to} reloadDocument={reloads}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
