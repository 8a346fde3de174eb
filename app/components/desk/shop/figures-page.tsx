import { DeskHead, Panel } from "#app/components/desk/desk-back.tsx";
import { DeskCell, DeskRow, DeskTable } from "#app/components/desk/desk-table.tsx";
import { DeskFigure } from "#app/components/desk/today-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";

type Props = Readonly<{
  days: number;
  periods: ReadonlyArray<Readonly<{ days: number; href: string }>>;
  isCounted: boolean;
  /** `width`: per cent of all visits; `share`: of the step before. */
  steps: ReadonlyArray<Readonly<{ label: string; count: string; width: number; share: string }>>;
  /** `redirect`: where a redirect for these words is made, or null. */
  searches: ReadonlyArray<Readonly<{ words: string; times: number; redirect: string | null }>>;
  moreSearches: number;
  baskets: ReadonlyArray<Readonly<{ label: string; value: string; note: string }>>;
  vitals: ReadonlyArray<
    Readonly<{
      kind: string;
      count: number;
      /** Largest paint, answer to a tap, shifts, first byte. */
      values: ReadonlyArray<Readonly<{ text: string; isSlow: boolean }>>;
    }>
  >;
}>;

export function FiguresPage(page: Props) {
  const { days, periods } = page;
  return (
    <>
      <DeskHead
        title="Figures"
        sub={
          <>
            To this minute. Orders and revenue are under <a href={deskPaths.today()}>Today</a>, what runs out
            under <a href={deskPaths.stock()}>Stock</a>.
          </>
        }
      />
      <nav className="views" aria-label="Period">
        {periods.map((each) => (
          <a key={each.days} href={each.href} aria-current={each.days === days ? "page" : undefined}>
            {each.days} days
          </a>
        ))}
      </nav>
      <div className="cols cols--even">
        <div>
          <Steps {...page} />
          <Baskets {...page} />
        </div>
        <div>
          <Searches {...page} />
        </div>
      </div>
      <Vitals {...page} />
    </>
  );
}

/** Said above whatever only counts those who agreed. */
function Counted({ isCounted }: Pick<Props, "isCounted">) {
  return (
    <span className="xs muted">
      {isCounted ? "Visitors who agreed to be counted" : "Nothing is counted: statistics are off"}
    </span>
  );
}

function Steps({ steps, isCounted }: Props) {
  return (
    <Panel title="From visit to order" id="steps" end={<Counted isCounted={isCounted} />}>
      <ol className="steps">
        {steps.map(({ label, count, width, share }) => (
          <li key={label}>
            <span>{label}</span>
            <svg className="bar-s" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width={width} height="8" />
            </svg>
            <span className="r b">{count}</span>
            <span className="r xs muted p">{share}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Searches({ searches, moreSearches, isCounted }: Props) {
  return (
    <Panel title="Searches with no results" id="searches" end={<Counted isCounted={isCounted} />}>
      {searches.length === 0 ? (
        <p>None in this period.</p>
      ) : (
        <ul className="plain">
          {searches.map(({ words, times, redirect }) => (
            <li key={words}>
              <span className="breaks">
                <b>{words}</b> <span className="muted">{times === 1 ? "once" : `${times} times`}</span>
              </span>
              {redirect ? (
                <a className="link sm tap" href={redirect}>
                  Add a redirect<span className="vh"> for {words}</span>
                </a>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {moreSearches > 0 ? <p className="xs muted">And {moreSearches} more, less frequent.</p> : null}
    </Panel>
  );
}

function Baskets({ baskets }: Props) {
  return (
    <Panel title="Baskets" id="baskets">
      <div className="kpi">
        {baskets.map(({ label, value, note }) => (
          <DeskFigure key={label} label={label} now={value} before={note} />
        ))}
      </div>
    </Panel>
  );
}

const COLUMNS = ["Largest paint", "Answer to a tap", "Shifts", "First byte"];

function Vitals({ vitals, isCounted }: Props) {
  return (
    <Panel
      className="panel--flush"
      title="How fast pages were"
      id="vitals"
      end={<Counted isCounted={isCounted} />}
    >
      {vitals.length === 0 ? (
        <p className="panel-title">No visits in this period.</p>
      ) : (
        <DeskTable
          caption="Three of four visits were at least so fast, by kind of page"
          columns={["Page", { title: "Visits", isRight: true }, ...COLUMNS]}
        >
          {vitals.map(({ kind, count, values }) => (
            <DeskRow key={kind}>
              <DeskCell isHead className="first">
                <b>{kind}</b>
              </DeskCell>
              <DeskCell className="side r num" label="Visits">
                {count}
              </DeskCell>
              {values.map(({ text, isSlow }, at) => (
                <DeskCell key={COLUMNS[at]} label={COLUMNS[at] ?? ""}>
                  <span className={isSlow ? "num late" : "num"}>
                    {text === "" ? "not known" : text}
                    {isSlow ? ", slow" : ""}
                  </span>
                </DeskCell>
              ))}
            </DeskRow>
          ))}
        </DeskTable>
      )}
    </Panel>
  );
}
