import { DeskIcon } from "./desk-icon.tsx";
import { DayRulerPanel, type RulerData } from "./orders/day-ruler.tsx";

export type Waiting = Readonly<{
  label: string;
  count: number;
  href: string;
  isBad: boolean;
  /** The oldest or the deadline. */
  note?: string;
}>;

export type Figures = Readonly<{
  rows: ReadonlyArray<Readonly<{ label: string; now: string; before: string }>>;
  /** Orders by day, the oldest first, beside those of a week before. */
  byDay: ReadonlyArray<Readonly<{ count: number; before: number }>>;
}>;

type Props = Readonly<{
  day: string;
  /** Null on days on which the shop does not open. */
  ruler: RulerData | null;
  waiting: ReadonlyArray<Waiting>;
  /** The first order to pack, or null. */
  start: string | null;
  slips: Readonly<{ href: string; count: number }> | null;
  /** Null where the role does not see them. */
  figures: Figures | null;
}>;

export function TodayPage({ day, ruler, waiting, start, slips, figures }: Props) {
  return (
    <>
      <div className="head">
        <h1 className="h1">{day}</h1>
        <div className="acts">
          {slips ? (
            <a className="btn btn--line" href={slips.href}>
              <DeskIcon name="print" />
              Print {slips.count} {slips.count === 1 ? "slip" : "slips"}
            </a>
          ) : null}
          {start ? (
            <a className="btn" href={start}>
              <DeskIcon name="box" />
              Start packing
            </a>
          ) : null}
        </div>
      </div>
      {ruler ? <DayRulerPanel ruler={ruler} /> : null}
      <h2 className="h2 wait-title">Waiting for you</h2>
      <ul className="wait">
        {waiting.map((one) => (
          <li key={one.label}>
            <a className={toneOf(one)} href={one.href}>
              <span className="big">{one.count}</span>
              <span>
                <strong>{one.label}</strong>
                {one.note ? <span className="sm muted">{one.note}</span> : null}
              </span>
              <DeskIcon name="right" />
            </a>
          </li>
        ))}
      </ul>
      {figures ? <WeekPanel figures={figures} /> : null}
    </>
  );
}

function toneOf({ count, isBad }: Waiting): string {
  if (count === 0) return "nil";
  return isBad ? "bad" : "";
}

const CHART = { width: 280, height: 100, bar: 16 } as const;

function WeekPanel({ figures: { rows, byDay } }: Readonly<{ figures: Figures }>) {
  const most = Math.max(1, ...byDay.flatMap(({ count, before }) => [count, before]));
  const step = CHART.width / byDay.length;
  const heightOf = (count: number) => (count / most) * CHART.height;
  const bars = (of: "count" | "before", offset: number) =>
    byDay
      .map((day, index) => {
        const height = heightOf(day[of]);
        return `M${index * step + offset} ${CHART.height}v-${height}h${CHART.bar}v${height}z`;
      })
      .join("");
  return (
    <section className="panel week" aria-labelledby="week">
      <div className="phead">
        <h2 className="h2" id="week">
          Last 7 days
        </h2>
        <span className="sm muted">to this minute, beside the 7 days before</span>
      </div>
      <svg className="week-chart" viewBox={`0 0 ${CHART.width} ${CHART.height}`} aria-hidden="true">
        <path className="these" d={bars("count", 2)} />
        <path className="those" d={bars("before", 2 + CHART.bar)} />
      </svg>
      <div className="kpi">
        {rows.map(({ label, now, before }) => (
          <FigureRow key={label} label={label} now={now} before={before} />
        ))}
      </div>
    </section>
  );
}

function FigureRow({ label, now, before }: Figures["rows"][number]) {
  return (
    <>
      <span>{label}</span>
      <span className="v">{now}</span>
      <span className="w">{before} before</span>
    </>
  );
}
