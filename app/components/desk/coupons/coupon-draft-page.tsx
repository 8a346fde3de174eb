import { type DeskAnswer, DeskErrors, DeskNotice } from "#app/components/desk/desk-form.tsx";
import { DeskBack } from "#app/components/desk/desk-back.tsx";
import { DeskIcon } from "#app/components/desk/desk-icon.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { COUPON_LABELS, CouponFields } from "./coupon-fields.tsx";

type Props = Readonly<{
  code: string;
  version: number;
  saved: string;
  fields: Readonly<Record<string, string>>;
  others: ReadonlyArray<string>;
  isSaved: boolean;
  mayPublish: boolean;
  answer: DeskAnswer;
}>;

export function CouponDraftPage({
  code,
  version,
  saved,
  fields,
  others,
  isSaved,
  mayPublish,
  answer,
}: Props) {
  const hasAnswer = Object.keys(answer.errors).length > 0;
  const values = Object.keys(answer.values).length > 0 ? answer.values : fields;
  const shown = { errors: answer.errors, values };
  return (
    <>
      <DeskBack href={deskPaths.coupons({ view: "drafts" })}>Drafts</DeskBack>
      {isSaved && !hasAnswer ? (
        <DeskNotice>Saved. Nobody can use it before an owner publishes it.</DeskNotice>
      ) : null}
      <DeskErrors answer={answer} labels={COUPON_LABELS} />
      <div className="head">
        <div>
          <h1 className="h1">Draft {code}</h1>
          <p className="sub">{saved}. Nobody can use it yet.</p>
        </div>
      </div>
      <div className="cols">
        <form className="panel stack" method="post">
          {/* The first button is the one that Enter presses: it must not publish. */}
          <button className="vh" name="intent" value="save" tabIndex={-1} aria-hidden="true">
            Save
          </button>
          <input type="hidden" name="version" value={answer.values["version"] ?? version} />
          <CouponFields answer={shown} others={others} code={code} />
          {mayPublish ? (
            <button className="btn btn--big" name="intent" value="publish">
              Publish this coupon
            </button>
          ) : (
            <p className="sm muted">An owner publishes it.</p>
          )}
          <button className={mayPublish ? "btn btn--line" : "btn btn--big"} name="intent" value="save">
            Save the draft
          </button>
          <DiscardStep />
        </form>
      </div>
    </>
  );
}

function DiscardStep() {
  return (
    <details className="more">
      <summary>
        <span>Discard…</span>
        <DeskIcon name="down" />
      </summary>
      <p className="sm">The draft goes. No discount code changes.</p>
      <button className="btn btn--line" name="intent" value="discard" formNoValidate>
        Discard this draft
      </button>
    </details>
  );
}
