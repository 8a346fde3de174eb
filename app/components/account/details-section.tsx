import { Form } from "@remix-run/react";
import type { ReactNode } from "react";

import { paths } from "#app/paths.ts";

import styles from "./details-page.module.css";

/** A part of the details page: its heading, a line about it, and what can be done. */
export function DetailsSection({
  id,
  title,
  children,
}: Readonly<{ id: string; title: string; children: ReactNode }>) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 className="d-sm" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A form of the details page: the intent is the name of its button. */
export function DetailsForm({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <Form method="post" action={paths.accountDetails()} className={styles.form} noValidate>
      {children}
    </Form>
  );
}
