import { useLocation } from "@remix-run/react";

import { Select } from "#app/components/form/select-field.tsx";
import type { StoreSummary } from "#app/hooks/use-root-data.ts";
import { paths } from "#app/paths.ts";

import styles from "./store-choice-form.module.css";

type Choices = Pick<StoreSummary, "currency" | "currencies" | "locale" | "locales">;

export function StoreChoiceForm({ store }: Readonly<{ store: Choices }>) {
  const { pathname, search } = useLocation();
  const { currency, currencies, locale, locales } = store;
  if (!currencies && !locales) return null;
  return (
    <section className={`no-print ${styles.strip}`} aria-label="How prices are shown">
      <form method="post" action={paths.storeChoice()} className="wrap cluster gap-3 gap-x-5">
        <input type="hidden" name="from" value={pathname + search} />
        {currencies ? (
          <Choice name="currency" label="Currency" value={currency ?? ""} options={currencies} />
        ) : null}
        {locales ? (
          <Choice
            name="locale"
            label="How we write dates and amounts"
            value={locale}
            options={locales.map(({ tag, label }) => ({ value: tag, label }))}
          />
        ) : null}
        <button className="btn btn--line" type="submit">
          Save
        </button>
      </form>
    </section>
  );
}

type ChoiceProps = Readonly<{
  name: string;
  label: string;
  value: string;
  options: ReadonlyArray<Readonly<{ value: string; label: string }>>;
}>;

/** The key draws it anew, so that the browser shows what was chosen. */
function Choice({ name, label, value, options }: ChoiceProps) {
  const id = `store-${name}`;
  return (
    <div className={`cluster gap-1 gap-x-3 ${styles.choice}`}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <Select key={value} id={id} name={name} value={value} options={options} />
    </div>
  );
}
