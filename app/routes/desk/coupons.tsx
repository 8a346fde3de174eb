/** /desk/coupons: discount codes, which owners create and switch off or on. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { type DeskCouponRow, CouponsPage } from "#app/components/desk/coupons-page.tsx";
import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { createCouponAtDesk, switchCouponAtDesk } from "#app/models/desk/coupon-steps.server.ts";
import { COUPON_VIEWS, couponView } from "#app/models/desk/coupon-views.ts";
import type { DeskPerson } from "#app/models/desk/order-steps.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { type ListedCoupon, listCoupons } from "#app/models/promotion/admin-coupons.server.ts";
import { readCouponTerms, worthText } from "#app/models/promotion/coupon-form.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import { refused } from "#app/models/shared/result.ts";
import { can } from "#app/models/staff/role.ts";
import { dateText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { deskInvalid, deskRefused } from "./desk.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

const PAGE_ROWS = 50;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-coupons");
  const { searchParams } = new URL(request.url);
  const query = (searchParams.get("q") ?? "").trim().slice(0, 40);
  const [coupons, store] = await Promise.all([listCoupons(actor.now), findStore()]);
  const { key: view, title, standings } = couponView(searchParams.get("view"));
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

const text = z.string().max(300).default("");

const couponsSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["enable", "disable"]), code: z.string().max(40) }),
  z.object({
    intent: z.literal("create"),
    code: text,
    kind: z.enum(["percent", "fixed", "free-delivery"], { message: "Choose what it takes off" }),
    worth: text,
    "fixed-in": text,
    minimum: text,
    "minimum-in": text,
    starts: text,
    ends: text,
    categories: text,
    products: text,
    "max-uses": text,
    name: text,
    "once-per-customer": text,
    "first-order": text,
    "not-on-sale-items": text,
  }),
]);

type CreateForm = Extract<z.infer<typeof couponsSchema>, { intent: "create" }>;

export async function action({ request }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "manage-coupons");
  const form = await readForm(request, couponsSchema);
  if (!form.ok) {
    if (form.errors["intent"]) throw deskRefusal(refused("unknown-action"));
    return deskInvalid(form);
  }
  if (form.value.intent === "create") return create(form.value, actor);
  const { intent, code } = form.value;
  const done = await switchCouponAtDesk({ code, to: `${intent}d` }, actor);
  if (!done.ok) return deskRefused(done);
  const { searchParams } = new URL(request.url);
  const words = done.value.isChanged ? intent : "before";
  throw seeOther(deskPaths.coupons({ view: searchParams.get("view"), done: words, code: done.value.code }));
}

async function create({ intent, kind, worth, ...fields }: CreateForm, actor: DeskPerson) {
  const values = { intent, kind, worth, ...fields };
  const store = await findStore();
  const given = Object.entries(fields).filter(([, value]) => value.trim() !== "");
  const typed = {
    ...Object.fromEntries(given),
    code: fields.code,
    [kind]: kind === "free-delivery" ? "" : worth,
  };
  const { timeZone } = store;
  const terms = readCouponTerms(typed, {
    ...{ timeZone, format: store, now: actor.now },
    others: store.currencies.slice(1),
  });
  if (!terms.ok) return deskInvalid({ errors: errorsOf(terms.problems), values });
  const created = await createCouponAtDesk(terms.value, actor);
  if (created.ok) {
    const view = terms.value.startsAt > actor.now.toISOString() ? "planned" : "active";
    throw seeOther(deskPaths.coupons({ view, done: "create", code: terms.value.code }));
  }
  if (created.code === "coupon-code-taken") return deskRefused(created, { values, field: "code" });
  if (created.code === "coupon-terms")
    return deskInvalid({ errors: errorsOf([shopError(created).message]), values });
  return deskRefused(created, { values });
}

/** Problems such as "--minimum: must be more than 0", by the field that they are about. */
function errorsOf(problems: ReadonlyArray<string>): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const problem of problems) {
    const [, option = "", words = ""] = /^(?:--)?([\w -]+?): (.*)$/s.exec(problem) ?? ["", "form", problem];
    const field = FIELD_OF[option] ?? option;
    errors[field] ??= words.charAt(0).toUpperCase() + words.slice(1);
  }
  return errors;
}

const FIELD_OF: Readonly<Record<string, string>> = { "the code": "code", percent: "worth", fixed: "worth" };

export const meta: MetaFunction = () => deskMeta("Coupons");

export default function DeskCoupons() {
  const answer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <CouponsPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
