import { deskPaths } from "#app/desk-paths.ts";

import { type DeskAnswer, DeskErrors, DeskField, DeskNotice } from "./desk-form.tsx";
import { DeskCell, DeskRow, DeskTable, ListFoot } from "./desk-table.tsx";

export type DeskCouponRow = Readonly<{
  code: string;
  name: string;
  standing: string;
  madeBy: "catalogue" | "owner";
  worth: string;
  from: string;
  until: string;
  used: string;
  isOff: boolean;
}>;

type Props = Readonly<{
  view: string;
  title: string;
  query: string;
  done: string | null;
  code: string | null;
  views: ReadonlyArray<Readonly<{ key: string; title: string; count: number }>>;
  coupons: ReadonlyArray<DeskCouponRow>;
  next: string | null;
  /** Currencies that the shop offers beside its own. */
  others: ReadonlyArray<string>;
  mayManage: boolean;
  answer: DeskAnswer;
}>;

const DONE: Readonly<Record<string, string>> = {
  create: "can be used now, or from its first day.",
  enable: "is switched on.",
  disable: "is switched off. Orders already placed with it keep their price.",
  before: "was like this before.",
};

const LABELS = {
  code: "Code",
  kind: "Discount",
  worth: "Per cent or amount off",
  minimum: "Orders from",
  "fixed-in": "Amount off in other currencies",
  "minimum-in": "Orders from, in other currencies",
  starts: "From",
  ends: "Until",
  categories: "Departments",
  products: "Products",
  "max-uses": "Most uses",
  name: "Name",
} as const;

export function CouponsPage(page: Props) {
  const { view, query, done, code, views, answer, mayManage } = page;
  return (
    <>
      {done && DONE[done] && code ? (
        <DeskNotice>
          <b className="mono">{code}</b> {DONE[done]}
        </DeskNotice>
      ) : null}
      <DeskErrors answer={answer} labels={LABELS} />
      <div className="head">
        <h1 className="h1">Coupons</h1>
      </div>
      <nav className="views" aria-label="Views">
        {views.map(({ key, title, count }) => (
          <a
            key={key}
            href={deskPaths.coupons({ view: key })}
            aria-current={key === view && query === "" ? "page" : undefined}
          >
            {title} <span className="n">{count}</span>
          </a>
        ))}
      </nav>
      <div className="cols">
        <CouponList {...page} />
        {mayManage ? <NewCoupon {...page} /> : null}
      </div>
    </>
  );
}

function CouponList({ title, query, coupons, next, mayManage }: Props) {
  if (coupons.length === 0)
    return (
      <section className="panel void">
        <h2 className="h2">Nothing here</h2>
        <p className="note">
          {query === "" ? `No discount code is under “${title}”.` : `No discount code has “${query}” in it.`}
        </p>
      </section>
    );
  const columns = [
    ...["Code", "Until", "What it does", "Used"],
    ...(mayManage ? [{ title: "Steps", isHidden: true }] : []),
  ];
  return (
    <section className="panel panel--flush">
      <DeskTable caption={query === "" ? `Coupons: ${title}` : `Coupons with “${query}”`} columns={columns}>
        {coupons.map((coupon) => (
          <Coupon key={coupon.code} coupon={coupon} mayManage={mayManage} />
        ))}
      </DeskTable>
      <ListFoot next={next} />
    </section>
  );
}

function Coupon({ coupon, mayManage }: Readonly<{ coupon: DeskCouponRow; mayManage: boolean }>) {
  const { code, name, standing, madeBy, worth, from, until, used, isOff } = coupon;
  return (
    <DeskRow>
      <DeskCell className="first">
        <b className="mono">{code}</b>
        {standing === "works" ? null : (
          <>
            <br />
            <span className="tag">{standing}</span>
          </>
        )}
      </DeskCell>
      <DeskCell className="side">
        <span className="sm">{standing === "not yet" ? `From ${from}` : until}</span>
      </DeskCell>
      <DeskCell className="full">
        {worth}
        <br />
        <span className="xs muted">
          {name}
          {madeBy === "catalogue" ? ", from the catalogue" : ""}
        </span>
      </DeskCell>
      <DeskCell className="left" label="Used">
        <span className="num">{used}</span>
      </DeskCell>
      {mayManage ? (
        <DeskCell className="side3">
          <form method="post">
            <input type="hidden" name="code" value={code} />
            <button className="btn btn--line" name="intent" value={isOff ? "enable" : "disable"}>
              Switch {isOff ? "on" : "off"}
              <span className="vh"> {code}</span>
            </button>
          </form>
        </DeskCell>
      ) : null}
    </DeskRow>
  );
}

const KINDS = [
  { value: "percent", label: "Per cent" },
  { value: "fixed", label: "Amount" },
  { value: "free-delivery", label: "Free delivery" },
] as const;

function NewCoupon({ answer, others }: Props) {
  const kind = answer.values["kind"] ?? "percent";
  return (
    <form className="panel stack" method="post">
      <h2 className="h2">New coupon</h2>
      <input type="hidden" name="intent" value="create" />
      <DeskField
        name="code"
        label={LABELS.code}
        hint="3 to 40 letters, digits or hyphens"
        answer={answer}
        maxLength={40}
        className="mono"
        autoComplete="off"
      />
      <fieldset id="kind">
        <legend className="label">{LABELS.kind}</legend>
        <div className="seg">
          {KINDS.map(({ value, label }) => (
            <label key={value}>
              <input type="radio" name="kind" value={value} defaultChecked={kind === value} />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="g2 top">
        <Amount name="worth" hint="Such as 15, or 7.50. Empty for free delivery" answer={answer} />
        <Amount name="minimum" hint="Empty: any order" answer={answer} />
        {others.length > 0 ? (
          <>
            <Amount name="fixed-in" hint={`Such as ${others[0] ?? ""} 6`} answer={answer} />
            <Amount name="minimum-in" hint={`Such as ${others[0] ?? ""} 45`} answer={answer} />
          </>
        ) : null}
        <Day name="starts" hint="Empty: at once" answer={answer} />
        <Day name="ends" hint="That day included. Empty: no end" answer={answer} />
      </div>
      <OnlyFor answer={answer} />
      <button className="btn btn--big">Create coupon</button>
    </form>
  );
}

function OnlyFor({ answer }: Pick<Props, "answer">) {
  return (
    <>
      <DeskField
        name="categories"
        label={LABELS.categories}
        hint="As in their address, such as wooden-toys. Empty: all"
        answer={answer}
        maxLength={300}
      />
      <DeskField
        name="products"
        label={LABELS.products}
        hint="As in their address, such as rainbow-stacker, toy-car. Empty: all"
        answer={answer}
        maxLength={300}
      />
      {[
        ["once-per-customer", "Once for each customer"],
        ["first-order", "First orders only"],
        ["not-on-sale-items", "Not on items that are on sale"],
      ].map(([name = "", label]) => (
        <label key={name} className="check">
          <input type="checkbox" name={name} defaultChecked={Boolean(answer.values[name])} />
          <span>{label}</span>
        </label>
      ))}
      <Amount name="max-uses" hint="Empty: no limit" answer={answer} />
      <DeskField
        name="name"
        label={LABELS.name}
        hint="What shoppers see in the basket. Empty: what it is worth"
        answer={answer}
        maxLength={200}
      />
    </>
  );
}

type NamedField = Readonly<{ name: keyof typeof LABELS; hint: string; answer: DeskAnswer }>;

function Amount({ name, hint, answer }: NamedField) {
  return (
    <DeskField
      name={name}
      label={LABELS[name]}
      hint={hint}
      answer={answer}
      inputMode={name.endsWith("-in") ? "text" : "decimal"}
      maxLength={60}
    />
  );
}

function Day({ name, hint, answer }: NamedField) {
  return <DeskField name={name} label={LABELS[name]} hint={hint} answer={answer} type="date" />;
}
