import { Icon } from "#app/components/ui/icon.tsx";

export type RulerData = Readonly<{
  title: string;
  words: string;
  isDone: boolean;
  /** After closing only the words are shown. */
  isOver: boolean;
  label: string;
  marks: ReadonlyArray<
    Readonly<{ at: number; kind: "hour" | "half" | "quarter"; label: string; isOdd: boolean }>
  >;
  /** In per cent of the day. */
  done: number;
  now: Flag | null;
  post: Flag | null;
}>;

type Flag = Readonly<{ at: number; text: string }>;

/** Heights in CSS pixels from the top. */
const EDGE = 70;
const TOP = { hour: EDGE - 14, half: EDGE - 8, quarter: EDGE - 8 } as const;

/** Drawn on the server: places are per cents, so that it fits every screen without a script. */
export function DayRulerPanel({ ruler }: Readonly<{ ruler: RulerData }>) {
  const { title, words, isDone, isOver } = ruler;
  return (
    <section className="panel" aria-labelledby="day">
      <h2 className="h2 acts" id="day">
        {isDone ? <Icon name="check" /> : null}
        {title}
      </h2>
      <p className="sm muted">{words}</p>
      {isOver ? null : <Ruler ruler={ruler} />}
    </section>
  );
}

function Ruler({ ruler: { label, marks, done, now, post } }: Readonly<{ ruler: RulerData }>) {
  return (
    <svg className="ruler" role="img" aria-label={label} width="100%" height="92">
      <rect className="done" x="0" y={EDGE - 14} width={`${done}%`} height="14" />
      {marks.map(({ at, kind, label: hour, isOdd }) => (
        <g key={at} className={kind === "quarter" ? "q" : undefined}>
          <line x1={`${at}%`} x2={`${at}%`} y1={TOP[kind]} y2={EDGE} />
          {hour ? (
            <text className={isOdd ? "odd" : undefined} x={`${at}%`} y={EDGE + 19} textAnchor={anchorOf(at)}>
              {hour}
            </text>
          ) : null}{" "}
        </g>
      ))}
      <line x1="0" x2="100%" y1={EDGE} y2={EDGE} />
      {now ? <RulerFlag flag={now} kind="now" top={2} isLeft={isLeftOf(now, post)} /> : null}
      {post ? <RulerFlag flag={post} kind="post" top={24} isLeft={isLeftOf(post, now)} /> : null}
    </svg>
  );
}

/** The first and the last hour stay on the panel. */
function anchorOf(at: number): "start" | "middle" | "end" {
  if (at < 2) return "start";
  return at > 98 ? "end" : "middle";
}

/** Per cent of the ruler that the words of a flag may need on a phone. */
const WORDS = 32;

/** True if the words of `flag` stand to its left: away from the other flag, unless there is no room. */
function isLeftOf({ at }: Flag, other: Flag | null): boolean {
  if (at < WORDS) return false;
  return at > 100 - WORDS || other === null || other.at >= at;
}

type FlagProps = Readonly<{ flag: Flag; kind: "now" | "post"; top: number; isLeft: boolean }>;

/** Each flag has a row of its own, so that no two of them cover each other. */
function RulerFlag({ flag: { at, text }, kind, top, isLeft }: FlagProps) {
  return (
    <g className={kind}>
      <line x1={`${at}%`} x2={`${at}%`} y1={top} y2={EDGE} />
      <text x={`${at}%`} dx={isLeft ? -8 : 8} y={top + 12} textAnchor={isLeft ? "end" : "start"}>
        {text}
      </text>{" "}
    </g>
  );
}
