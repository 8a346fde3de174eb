import { Form } from "@remix-run/react";
import type { ReactNode } from "react";

import { paths } from "#app/paths.ts";

import styles from "./details-page.module.css";

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

export function DetailsForm({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <Form method="post" action={paths.accountDetails()} className={styles.form} noValidate>
      {children}
    </Form>
  );
}
