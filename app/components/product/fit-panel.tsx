import { Form } from "@remix-run/react";

import { ErrorSummary } from "#app/components/form/error-summary.tsx";
import { TextField } from "#app/components/form/text-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { FIT_PLACES, type FitPlace, type Side } from "#app/models/catalogue/dimensions-check.ts";
import { FIT_FIELDS, type FitQuestion } from "#app/models/catalogue/dimensions-form.ts";

import styles from "./fit-panel.module.css";
import { type DrawnToScale, SizeDiagramFigure } from "./size-diagram.tsx";

export type FitAnswer = Readonly<{ name: string; fits: boolean; text: string }>;

export type FitPanelProps = Readonly<{
  /** Canonical path of the product. */
  path: string;
  /** Query parameters of the chosen variant. */
  hiddenFields: Readonly<Record<string, string | number>>;
  question: Pick<FitQuestion, "place" | "values" | "errors"> | null;
  answers: ReadonlyArray<FitAnswer>;
  drawing: DrawnToScale;
  /** False for what fits anywhere. */
  canAsk: boolean;
  usualPlace: FitPlace;
}>;

export function FitPanel(props: FitPanelProps) {
  const { canAsk, drawing, answers } = props;
  return (
    <section className="wrap" id="fit" aria-labelledby="fit-title">
      <div className={styles.fit}>
        <div className={styles.words}>
          <h2 className="d-lg" id="fit-title">
            {canAsk ? "Will it fit?" : "Dimensions"}
          </h2>
          {canAsk ? <FitForm {...props} /> : null}
          {canAsk ? (
            <div role="status" className={styles.answers}>
              {answers.map((answer) => (
                <Answer key={answer.name} {...answer} />
              ))}
            </div>
          ) : null}
        </div>
        <figure className={styles.figure}>
          <SizeDiagramFigure {...drawing} />
          {answers.length === 0 ? <figcaption className="sm muted">{drawing.text}</figcaption> : null}
        </figure>
      </div>
    </section>
  );
}

function Answer({ name, fits, text }: FitAnswer) {
  return (
    <Notice kind={fits ? "success" : "error"}>
      {name === "" ? null : <b className="strong">{`${name}: `}</b>}
      {text}
    </Notice>
  );
}

const PLACE_WORDS = { boot: "Car boot", doorway: "Doorway", wall: "Wall space" } as const satisfies Record<
  FitPlace,
  string
>;

const SIDE_WORDS = { width: "Width", depth: "Depth", height: "Height" } as const satisfies Record<
  Side,
  string
>;

function FitForm({ path, hiddenFields, question, usualPlace }: FitPanelProps) {
  const errors = question?.errors ?? {};
  const place = question?.place ?? usualPlace;
  return (
    <>
      <p className="muted">
        Measure the tightest space it has to fit, in centimetres. We try it every way round.
      </p>
      <ErrorSummary errors={errors} />
      <Form method="get" action={`${path}#fit`} preventScrollReset replace className={styles.form} noValidate>
        {Object.entries(hiddenFields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <fieldset>
          <legend className="strong sm">Where must it fit?</legend>
          <div className={styles.places}>
            {FIT_PLACES.map((one) => (
              <label key={one} className={styles.place}>
                <input type="radio" name={FIT_FIELDS.place} value={one} defaultChecked={one === place} />
                {PLACE_WORDS[one]}
              </label>
            ))}
          </div>
        </fieldset>
        <div className={styles.sides}>
          {(["width", "depth", "height"] as const).map((side) => (
            <div key={side} data-side={side}>
              <TextField
                name={FIT_FIELDS[side]}
                label={SIDE_WORDS[side]}
                value={question?.values[side] ?? ""}
                error={errors[FIT_FIELDS[side]]}
                inputMode="decimal"
                autoComplete="off"
              />
            </div>
          ))}
        </div>
        <p className="xs muted">Leave depth empty for a doorway. For a wall, enter the width only.</p>
        <Button kind="line" nativeType="submit">
          Check fit
        </Button>
      </Form>
    </>
  );
}
