import { AgeScale } from "#app/components/age/age-scale.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import type { Product, Warning } from "#app/models/catalogue/product-page.ts";
import type { SafetyFacts } from "#app/models/catalogue/product-safety.ts";
import { warningParts } from "#app/models/catalogue/warning-parts.ts";

import styles from "./safety-panel.module.css";

export type SafetyPanelProps = Readonly<{
  product: Pick<Product, "ages" | "warnings">;
}>;

/** From so many warnings on, a phone shows the age as text only, without its scale. */
const MANY = 5;

/** Directly above the button, so that warnings are read before buying. */
export function SafetyPanel({ product: { ages, warnings } }: SafetyPanelProps) {
  if (!ages && warnings.length === 0) return null;
  const parts = warningParts(warnings);
  return (
    <section
      className={`column gap-3 ${styles.safety}`}
      data-warnings={warnings.length < MANY ? "few" : "many"}
      aria-labelledby="safety"
    >
      <h2 id="safety" className="label icon-text">
        <Icon name="shield" />
        Safety and age
      </h2>
      {ages ? (
        <>
          <AgeScale minMonths={ages.fromMonths} maxMonths={ages.toMonths} label={ages.scaleLabel} />
          <p className="icon-text tops">
            <Icon name="age" size="small" />
            <span>
              <b>{ages.suitability}</b> {ages.madeFor}
            </span>
          </p>
        </>
      ) : null}
      {parts.map(({ part, warnings }) => (
        <WarningList
          key={part ?? ""}
          title={parts.length > 1 ? (part ?? "The whole product") : null}
          warnings={warnings}
        />
      ))}
    </section>
  );
}

function WarningList({
  title,
  warnings,
}: Readonly<{ title: string | null; warnings: ReadonlyArray<Warning> }>) {
  return (
    <div className="column gap-2">
      {title === null ? null : (
        <h3 className="icon-text ends label section-line">
          {title}{" "}
          <span className="sm optional">
            {warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`}
          </span>
        </h3>
      )}
      <ul className="column gap-2">
        {warnings.map(({ code, text }) => (
          <li key={code} className="icon-text tops">
            <Icon name="warn" size="small" />
            <WarningText text={text} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function SafetyContacts({ marks, contacts }: SafetyFacts) {
  return (
    <div className="column gap-3">
      {marks.length > 0 ? (
        <ul className="cluster gap-1" aria-label="Safety marks and standards">
          {marks.map((mark) => (
            <li key={mark} className="tag tag--do">
              {mark}
            </li>
          ))}
        </ul>
      ) : null}
      <div className="xs muted">
        {contacts.map(({ label, address, electronic }) => (
          <p key={label}>
            {label} {address}
            {electronic ? (
              <>
                ,{" "}
                <a className="link" href={electronic.href}>
                  {electronic.text}
                </a>
              </>
            ) : null}
          </p>
        ))}
      </div>
    </div>
  );
}

function WarningText({ text }: Readonly<{ text: string }>) {
  const rest = /^warning[.:!]?\s+(.*)$/is.exec(text)?.[1] ?? text;
  return (
    <span>
      <b>Warning:</b> {rest}
    </span>
  );
}
