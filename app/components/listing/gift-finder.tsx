import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

import { SelectField } from "#app/components/form/select-field.tsx";
import { STAYS } from "#app/components/layout/route-announcer.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";

import { AgeFilter, type AgeChoice } from "./age-filter.tsx";
import styles from "./gift-finder.module.css";
import { useFormOfAddress } from "./use-form-of-address.ts";

type Field = Readonly<{
  value: string;
  options: ReadonlyArray<Readonly<{ value: string; label: string }>>;
}>;

export type GiftFinderFields = Readonly<{
  ages: ReadonlyArray<AgeChoice>;
  budget: Field;
  interest: Field;
  occasion: Field;
  /** "2 to 3 years, up to £30"; null where nothing was asked for. */
  answersText: string | null;
}>;

export type GiftFinderProps = Readonly<{
  finder: GiftFinderFields;
  path: string;
  heading: string;
  hidden: string | null;
}>;

export function GiftFinder({ finder, path, heading, hidden }: GiftFinderProps) {
  const form = useRef<HTMLFormElement>(null);
  const markSent = useFormOfAddress(form);
  const { answersText } = finder;
  const { fold, isOpenAtFirst } = useFold(answersText);
  return (
    <>
      <details ref={fold} open={isOpenAtFirst} className={styles.fold}>
        <summary hidden={answersText === null}>
          {answersText}. <span className="link">Change</span>
        </summary>
        <Form
          ref={form}
          method="get"
          // A browser without scripts goes there too.
          action={`${path}#found`}
          aria-label="Find a gift"
          onSubmit={({ currentTarget }) => markSent(currentTarget)}
          preventScrollReset
          state={STAYS}
          className="column gap-6 above-8"
        >
          <AgeFilter ages={finder.ages} />
          <div className={`panel ${styles.finder}`}>
            <Choice name="budget" label="Budget" {...finder.budget} />
            <Choice name="interest" label="Interests" {...finder.interest} />
            <Choice name="occasion" label="Occasion" {...finder.occasion} />
            <div className="cluster">
              <Button nativeType="submit">Show gifts</Button>
              {answersText === null ? null : (
                <ButtonLink kind="quiet" to={path} preventScrollReset>
                  Start again
                </ButtonLink>
              )}
            </div>
          </div>
        </Form>
      </details>
      <h2 className="d-lg above-12 below-4" id="found">
        {heading}
      </h2>
      {hidden ? <Notice kind="info">{hidden}</Notice> : null}
    </>
  );
}

/** The form is folded once its answer has come, unless somebody is choosing in it again. */
function useFold(answersText: string | null) {
  const fold = useRef<HTMLDetailsElement>(null);
  const seen = useRef(answersText);
  const [isOpenAtFirst] = useState(answersText === null);
  useEffect(() => {
    const form = fold.current;
    if (!form || seen.current === answersText || form.querySelector("select:focus, input:focus")) return;
    seen.current = answersText;
    const hasFocus = form.matches(":focus-within");
    form.open = answersText === null;
    if (hasFocus && !form.open) form.querySelector("summary")?.focus({ preventScroll: true });
  }, [answersText]);
  return { fold, isOpenAtFirst };
}

type ChoiceProps = Field & Readonly<{ name: string; label: string }>;

function Choice({ name, label, value, options }: ChoiceProps) {
  useEffect(() => setDefault(name, value), [name, value, options]);
  return <SelectField name={name} label={label} value={value} options={options} />;
}

/** What a reset of the form brings back: React sets it once only. What is chosen now stays. */
function setDefault(id: string, value: string): void {
  const select = document.querySelector<HTMLSelectElement>(`select#${id}`);
  if (!select) return;
  const chosen = select.value;
  for (const option of select.options) option.defaultSelected = option.value === value;
  select.value = chosen;
}
