import { type DeskAnswer, DeskNotice } from "#app/components/desk/desk-form.tsx";
import { deskPaths } from "#app/desk-paths.ts";

export type ReviewsAnswer = DeskAnswer & Readonly<{ many?: ManyReviews }>;

export type ManyReviews = Readonly<{
  decision: "published" | "rejected";
  rows: ReadonlyArray<
    Readonly<{
      id: number;
      title: string;
      isDone: boolean;
      words: string;
    }>
  >;
}>;

type BarProps = Readonly<{ view: string; reasons: ReadonlyArray<string>; answer: DeskAnswer }>;

export function ReviewsBar({ view, reasons, answer }: BarProps) {
  const name = "reasonChosen";
  return (
    <div className="bulk">
      <span className="cnt" aria-live="polite" />
      {view === "published" ? null : (
        <button className="btn" name="do" value="publish-chosen">
          Publish<span className="vh"> the chosen reviews</span>
        </button>
      )}
      {view === "rejected" ? null : (
        <span className="with-button">
          <select
            className="select"
            id={name}
            name={name}
            aria-label="Why they are rejected"
            defaultValue={answer.values[name] ?? ""}
            aria-invalid={answer.errors[name] ? true : undefined}
          >
            <option value="">Choose why</option>
            {reasons.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </select>
          <button className="btn btn--line" name="do" value="reject-chosen">
            Reject<span className="vh"> the chosen reviews</span>
          </button>
        </span>
      )}
    </div>
  );
}

/** Never all or nothing without saying so. */
export function ManyReviewsResult({ answer: { many } }: Readonly<{ answer: ReviewsAnswer }>) {
  if (!many) return null;
  const { decision, rows } = many;
  const others = rows.filter(({ isDone }) => !isDone);
  const done = rows.length - others.length;
  return (
    <DeskNotice tone={others.length === 0 ? "success" : "info"}>
      {done} of {rows.length} {rows.length === 1 ? "review is" : "reviews are"} now {decision}.
      {done === 0 ? "" : AFTERWARDS[decision]}
      {others.map(({ id, title, words }) => (
        <span key={id}>
          {" "}
          <a href={deskPaths.reviews({ id: String(id) })}>{title}</a>: {words}.
        </span>
      ))}
    </DeskNotice>
  );
}

const AFTERWARDS = {
  published: " Their authors get an email after two minutes, unless you reject them before.",
  rejected: " Publish them under “Rejected” to take that back.",
} as const;
