import { Form, Link } from "@remix-run/react";

import { CheckField } from "#app/components/form/check-field.tsx";
import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { IMAGE_SIZES, ShopImage } from "#app/components/ui/shop-image.tsx";
import type { FitPlace, Side } from "#app/models/catalogue/dimensions-check.ts";
import { FIT_FIELDS, type FitQuestion } from "#app/models/catalogue/dimensions-form.ts";
import type { FitAnswer } from "#app/models/catalogue/fit-answer.ts";
import type { ProductImage } from "#app/models/catalogue/product.ts";
import { paths } from "#app/paths.ts";

import styles from "./fit-panel.module.css";
import { type DrawnToScale, SizeDiagramFigure } from "./size-diagram.tsx";

export type FitPanelProps = Readonly<{
  /** Where the answer is shown: the path of the product, and the query of the chosen variant. */
  from: string;
  introduction: string;
  question: Pick<FitQuestion, "place" | "values" | "errors"> | null;
  answer: Omit<FitAnswer, "placed"> | null;
  /** What fits instead, with its price and the room that it leaves; null where that does not help. */
  others: Readonly<{
    title: string;
    products: ReadonlyArray<Readonly<{ path: string; name: string; image: ProductImage; text: string }>>;
  }> | null;
  rows: ReadonlyArray<readonly [label: string, text: string]>;
  remembered: ReadonlyArray<Readonly<{ place: FitPlace; label: string }>>;
  drawing: DrawnToScale;
  canAsk: boolean;
  usualPlace: FitPlace;
}>;

export function FitPanel(props: FitPanelProps) {
  const { canAsk, drawing, answer, introduction } = props;
  return (
    <section className="wrap" id="fit" aria-labelledby="fit-title">
      <div className="panel beside gap-8">
        <div className="column">
          <h2 className="d-lg" id="fit-title">
            {canAsk ? "Will it fit?" : "Dimensions"}
          </h2>
          {canAsk ? (
            <>
              <p className="muted">{introduction}</p>
              <FitForm {...props} />
              <FitResult {...props} />
            </>
          ) : null}
        </div>
        <figure className="column">
          <SizeDiagramFigure {...drawing} />
          {answer ? null : <figcaption className="sm muted">{drawing.text}</figcaption>}
        </figure>
      </div>
    </section>
  );
}

const NOTICES = { yes: "success", no: "error", unknown: "info" } as const;

function FitResult({ answer, others, rows, remembered, from }: FitPanelProps) {
  return (
    <>
      <div role="status" className={`column gap-2 ${styles.answers}`}>
        {answer ? (
          <Notice kind={NOTICES[answer.kind]}>
            <b className="strong">{answer.verdict}</b> {answer.text}
          </Notice>
        ) : null}
        {answer?.note ? <Notice kind="info">{answer.note}</Notice> : null}
      </div>
      {others ? (
        <div>
          <h3 className="sm strong">{others.title}</h3>
          <ul className={styles.others}>
            {others.products.map(({ path, name, image, text }) => (
              <li key={path}>
                <Link to={path} className="panel small-panel media unlined sm">
                  <ShopImage image={image} alt="" sizes={IMAGE_SIZES.thumb} melt="paper" />
                  <span>
                    <b className="block">{name}</b>
                    {text}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {rows.length > 0 ? (
        <dl className="ruled facts">
          {rows.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {remembered.map(({ place, label }) => (
        <Form key={place} method="post" action={paths.mySpaces()} preventScrollReset replace>
          <input type="hidden" name="from" value={from} />
          <Button nativeType="submit" kind="line" size="is-small" name="forget" value={place}>
            {label}
          </Button>
        </Form>
      ))}
    </>
  );
}

const PLACES = [
  ["boot", "A car boot"],
  ["doorway", "A doorway"],
  ["wall", "A wall"],
] as const satisfies ReadonlyArray<readonly [FitPlace, string]>;
const SIDES = { width: "Width", depth: "Depth", height: "Height" } as const satisfies Record<Side, string>;

function FitForm({ from, question, usualPlace }: FitPanelProps) {
  const errors = question?.errors ?? {};
  const place = question?.place ?? usualPlace;
  return (
    <>
      <ErrorSummary errors={errors} />
      <Form
        method="post"
        action={paths.mySpaces()}
        preventScrollReset
        replace
        className={`column starts ${styles.form}`}
        noValidate
      >
        <input type="hidden" name="from" value={from} />
        <fieldset>
          <legend className="strong sm">Where does it need to fit?</legend>
          <div className="cluster gap-1 gap-x-5">
            {PLACES.map(([one, name]) => (
              <label key={one} className="check">
                <input type="radio" name={FIT_FIELDS.place} value={one} defaultChecked={one === place} />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
        <div className={styles.sides}>
          {(["width", "depth", "height"] as const).map((side) => (
            <div key={side} data-side={side}>
              <TextField
                name={FIT_FIELDS[side]}
                label={SIDES[side]}
                value={question?.values[side] ?? ""}
                error={errors[FIT_FIELDS[side]]}
                inputMode="decimal"
                autoComplete="off"
              />
            </div>
          ))}
        </div>
        <div className={styles.remember}>
          <CheckField
            name="remember"
            label={
              <>
                Remember this as my <span data-for="boot">boot</span>
                <span data-for="doorway">door</span>, on this device
              </>
            }
          />
        </div>
        <Button kind="line" nativeType="submit">
          Check the fit
        </Button>
      </Form>
    </>
  );
}
