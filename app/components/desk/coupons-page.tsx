import { deskPaths } from "#app/desk-paths.ts";

import { DeskHead } from "./desk-back.tsx";
import { COUPON_LABELS, CouponFields } from "./coupons/coupon-fields.tsx";
import { type DeskAnswer, DeskErrors, DeskNotice } from "./desk-form.tsx";
import { DeskCell, DeskRow, DeskTable, ListFoot } from "./desk-table.tsx";
import { DeskViews, NothingFound } from "./list-parts.tsx";
import { EmptyList } from "./shop/empty-list.tsx";

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

export function CouponsPage(page: Props) {
  const { view, query, done, code, views, answer, mayManage } = page;
  return (
    <>
      {done && DONE[done] && code ? (
        <DeskNotice>
          <b className="mono">{code}</b> {DONE[done]}
        </DeskNotice>
      ) : null}
      <DeskErrors answer={answer} labels={COUPON_LABELS} />
      <DeskHead title="Coupons" />
      <DeskViews
        views={views}
        current={query === "" ? view : null}
        hrefOf={(key) => deskPaths.coupons({ view: key })}
      />
      <div className="cols">
        <CouponList {...page} />
        {mayManage ? <NewCoupon {...page} /> : null}
      </div>
    </>
  );
}

function CouponList({ title, query, coupons, next, mayManage }: Props) {
  if (coupons.length === 0 && query === "")
    return (
      <EmptyList href={deskPaths.coupons()}>
        No discount code is under “{title}”. Those that are created show up here.
      </EmptyList>
    );
  if (coupons.length === 0) return <NothingFound>No discount code has “{query}” in it.</NothingFound>;
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
      <DeskCell isHead className="first">
        <b className="mono">{code}</b>
        {standing === "works" ? null : (
          <>
            <br />
            <span className="tag">{standing}</span>
          </>
        )}
      </DeskCell>
      <DeskCell className="side sm">{standing === "not yet" ? `From ${from}` : until}</DeskCell>
      <DeskCell className="full">
        {worth}
        <br />
        <span className="xs muted">
          {name}
          {madeBy === "catalogue" ? ", from the catalogue" : ""}
        </span>
      </DeskCell>
      <DeskCell className="num" label="Used">
        {used}
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

function NewCoupon({ answer, others }: Props) {
  return (
    <form className="panel stack" method="post">
      <h2 className="h2">New coupon</h2>
      <CouponFields answer={answer} others={others} />
      <div className="acts">
        <button className="btn btn--big" name="intent" value="create">
          Create coupon
        </button>
      </div>
    </form>
  );
}
