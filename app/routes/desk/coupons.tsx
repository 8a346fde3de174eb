import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { type DeskCouponRow, CouponsPage } from "#app/components/desk/coupons-page.tsx";
import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { createCouponAtDesk, switchCouponAtDesk } from "#app/models/desk/coupon-steps.server.ts";
import { COUPON_VIEWS, couponView } from "#app/models/desk/coupon-views.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { couponTermsAt, type ListedCoupon, listCoupons } from "#app/models/promotion/admin-coupons.server.ts";
import { worthText } from "#app/models/promotion/coupon-form.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { can } from "#app/models/staff/role.ts";
import { dateText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { deskInvalid, deskRefused, readDeskForm } from "./desk.server.ts";
import { COUPON_FIELDS, couponErrors, typedTerms } from "./shop/coupon-form.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

const PAGE_ROWS = 50;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-coupons");
  const { searchParams } = new URL(request.url);
  const query = (searchParams.get("q") ?? "").trim().slice(0, 40);
  const { key: view, title, standings } = couponView(searchParams.get("view"));
  const [coupons, store] = await Promise.all([listCoupons(actor.now), findStore()]);
  const listed = coupons.filter(({ code, standing }) =>
    query === "" ? standings.includes(standing) : code.includes(query.toUpperCase()),
  );
  const after = searchParams.get("after");
  const start = after === null ? 0 : listed.findIndex(({ code }) => code === after) + 1;
  const shown = listed.slice(start, start + PAGE_ROWS);
  const last = shown.length < listed.length - start ? shown.at(-1)?.code : undefined;
  return json({
    ...{ view, title, query, done: searchParams.get("done"), code: searchParams.get("code") },
    views: COUPON_VIEWS.map(({ key, title: name, standings: of }) => ({
      ...{ key, title: name },
      count: coupons.filter(({ standing }) => (of as ReadonlyArray<string>).includes(standing)).length,
    })),
    coupons: shown.map((coupon) => couponRow(coupon, store)),
    next: last === undefined ? null : deskPaths.coupons({ view, q: query, after: last }),
    others: store.currencies.slice(1),
    mayManage: can(staff.role, "manage-coupons"),
  });
}

function couponRow(coupon: ListedCoupon, store: Store): DeskCouponRow {
  const { code, name, standing, minimumSpendMinor, startsAt, endsAt, used, maxUses, madeBy } = coupon;
  const { locale } = store;
  const currency = coupon.onlyIn ?? store.currency;
  const worth = worthText(coupon, { currency, locale });
  const minimum = minimumSpendMinor ? ` over ${formatMoney(money(minimumSpendMinor, currency), locale)}` : "";
  return {
    ...{ code, name, standing, madeBy },
    worth: worth + minimum,
    from: dateText(startsAt, store),
    // It works up to, but not at, that moment: the day before is its last.
    until: endsAt === null ? "No end" : dateText(new Date(Date.parse(endsAt) - 1).toISOString(), store),
    used: maxUses === null ? String(used) : `${used} of ${maxUses}`,
    isOff: standing === "disabled",
  };
}

const couponsSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["enable", "disable"]), code: z.string().max(40) }),
  z.object({ intent: z.literal("create"), ...COUPON_FIELDS }),
]);

type NewForm = Extract<z.infer<typeof couponsSchema>, { intent: "create" }>;

export async function action({ request }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "manage-coupons");
  const form = await readDeskForm(request, couponsSchema);
  if (!form.ok) return deskInvalid(form);
  if (form.value.intent === "create") return create(form.value, actor);
  const { intent, code } = form.value;
  const done = await switchCouponAtDesk({ code, to: `${intent}d` }, actor);
  if (!done.ok) return deskRefused(done);
  const { searchParams } = new URL(request.url);
  const words = done.value.isChanged ? intent : "before";
  throw seeOther(deskPaths.coupons({ view: searchParams.get("view"), done: words, code: done.value.code }));
}

async function create({ intent, ...values }: NewForm, actor: DeskPerson) {
  const terms = await couponTermsAt(typedTerms(values), actor.now);
  if (!terms.ok) return deskInvalid({ errors: couponErrors(terms.problems), values });
  const done = await createCouponAtDesk(terms.value, actor);
  const { code, startsAt } = terms.value;
  const view = startsAt > actor.now.toISOString() ? "planned" : "active";
  if (done.ok) throw seeOther(deskPaths.coupons({ view, done: intent, code }));
  if (done.code === "desk-not-allowed") throw deskRefusal(done);
  if (done.code !== "coupon-terms") return deskRefused(done, { values, field: "code" });
  return deskInvalid({ errors: couponErrors([shopError(done).message]), values });
}

export const meta: MetaFunction = () => deskMeta("Coupons");

export default function DeskCoupons() {
  const answer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <CouponsPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
