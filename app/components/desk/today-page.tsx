import { Icon } from "#app/components/ui/icon.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { DeskHead, Panel } from "./desk-back.tsx";
import { DeskNotice, StepButton } from "./desk-form.tsx";
import { DayRulerPanel, type RulerData } from "./orders/day-ruler.tsx";
import { DeskLink } from "./desk-parts.tsx";

export type Waiting = Readonly<{
  label: string;
  count: number;
  href: string;
  isBad: boolean;
  /** The oldest or the deadline; empty where nothing waits. */
  note: string;
}>;

/** A setting that an owner has to change. */
export type Reminder = Readonly<{ id: number; text: string; href: string; title: string }>;

export type Figures = Readonly<{
  rows: ReadonlyArray<Readonly<{ label: string; now: string; before: string }>>;
  /** Orders by day, the oldest first, beside those of a week before. */
  byDay: ReadonlyArray<Readonly<{ day: string; count: number; before: number }>>;
  /** The time of day at which each of these days ends. */
  until: string;
}>;

type Props = Readonly<{
  day: string;
  work: string;
  /** Null on days on which the shop does not open. */
  ruler: RulerData | null;
  reminders: ReadonlyArray<Reminder>;
  waiting: ReadonlyArray<Waiting>;
  start: string | null;
  slips: Readonly<{ href: string; count: number }> | null;
  /** Null where the role does not see them. */
  figures: Figures | null;
}>;

export function TodayPage({ day, work, ruler, reminders, waiting, start, slips, figures }: Props) {
  return (
    <>
      <DeskHead title={day} sub={work}>
        <div className="acts">
          {slips ? (
            <DeskLink href={slips.href}>
              <Icon name="print" />
              Print {slips.count} {slips.count === 1 ? "slip" : "slips"}
            </DeskLink>
          ) : null}
          {start ? (
            <DeskLink href={start} look="plain">
              <Icon name="box" />
              Start packing
            </DeskLink>
          ) : null}
        </div>
      </DeskHead>
      {ruler ? <DayRulerPanel ruler={ruler} /> : null}
      {reminders.map((reminder) => (
        <SettingReminder key={reminder.id} reminder={reminder} />
      ))}
      <Panel title="Waiting for you" className="panel--flush">
        <ul className="lines menu wait">
          {waiting.map((one) => (
            <li key={one.label}>
              <a className={toneOf(one)} href={one.href}>
                <span className="big">{one.count}</span>
                <span>
                  <b>{one.label}</b>
                  {one.note ? <span className="hint">{one.note}</span> : null}
                </span>
                <Icon name="right" />
              </a>
            </li>
          ))}
        </ul>
      </Panel>
      {figures ? <WeekPanel figures={figures} /> : null}
    </>
  );
}

function SettingReminder({ reminder: { id, text, href, title } }: Readonly<{ reminder: Reminder }>) {
  const remove = (
    <StepButton action={href} values={{ reminder: id }} intent="remove-reminder">
      Remove reminder
    </StepButton>
  );
  return (
    <DeskNotice tone="info" end={remove}>
      {text} <a href={href}>{title} settings</a>
    </DeskNotice>
  );
}

function toneOf({ count, isBad }: Waiting): string {
  if (count === 0) return "nil";
  return isBad ? "bad" : "";
}

const CHART = { width: 280, height: 100, bar: 16 } as const;

function WeekPanel({ figures: { rows, byDay, until } }: Readonly<{ figures: Figures }>) {
  return (
    <Panel
      className="week"
      title="Last 7 days"
      id="week"
      end={
        <a className="tap link sm" href={deskPaths.figures()}>
          All figures
        </a>
      }
    >
      <table className="mx week-days num">
        <caption className="sm muted">Orders by day, each of 24 hours up to {until}</caption>
        <thead>
          <tr>
            <td />
            <td colSpan={byDay.length} className="bars">
              <WeekBars byDay={byDay} />
            </td>
          </tr>
          <tr>
            <th scope="col">
              <span className="vh">Days</span>
            </th>
            {byDay.map(({ day }) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <WeekRow kind="these" title="These" byDay={byDay.map(({ day, count }) => [day, count])} />
          <WeekRow kind="those" title="7 before" byDay={byDay.map(({ day, before }) => [day, before])} />
        </tbody>
      </table>
      <div className="kpi">
        {rows.map(({ label, now, before }) => (
          <DeskFigure key={label} label={label} now={now} before={before} />
        ))}
      </div>
    </Panel>
  );
}

type RowProps = Readonly<{
  kind: "these" | "those";
  title: string;
  byDay: ReadonlyArray<readonly [day: string, count: number]>;
}>;

function WeekRow({ kind, title, byDay }: RowProps) {
  return (
    <tr className={kind === "these" ? "b" : undefined}>
      <th scope="row">
        <span className={`key ${kind}`} /> {title}
      </th>
      {byDay.map(([day, count]) => (
        <td key={day}>{count}</td>
      ))}
    </tr>
  );
}

function WeekBars({ byDay }: Pick<Figures, "byDay">) {
  const most = Math.max(1, ...byDay.flatMap(({ count, before }) => [count, before]));
  const step = CHART.width / byDay.length;
  const heightOf = (count: number) => (count / most) * CHART.height;
  const bars = (of: "count" | "before", offset: number) =>
    byDay
      .map((day, index) => {
        if (day[of] === 0) return "";
        const height = heightOf(day[of]);
        return `M${index * step + offset} ${CHART.height}v-${height}h${CHART.bar}v${height}z`;
      })
      .join("");
  return (
    <svg
      className="week-chart"
      viewBox={`0 0 ${CHART.width} ${CHART.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="these" d={bars("count", 3)} />
      <path className="those" d={bars("before", 4 + CHART.bar)} />
    </svg>
  );
}

export function DeskFigure({ label, now, before }: Figures["rows"][number]) {
  return (
    <>
      <span>{label}</span>
      <span className="r b">{now}</span>
      <span className="r sm muted w">{before}</span>
    </>
  );
}
