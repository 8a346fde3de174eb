import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { CouponDraftPage } from "#app/components/desk/coupons/coupon-draft-page.tsx";
import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskMeta } from "#app/components/desk/desk-title.ts";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import {
  changeCouponDraftAtDesk,
  discardCouponDraftAtDesk,
  publishCouponDraftAtDesk,
} from "#app/models/desk/coupon-steps.server.ts";
import type { DeskPerson } from "#app/models/desk/orders/order-steps.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { couponTermsAt, findCouponDraft } from "#app/models/promotion/coupon-drafts.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { can } from "#app/models/staff/role.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { deskConflict, deskInvalid } from "#app/routes/desk/desk.server.ts";

import { COUPON_FIELDS, couponErrors, couponFieldsOf, typedTerms } from "./coupon-form.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { staff } = await requireStaff(request, "draft-coupons");
  const [draft, store] = await Promise.all([findCouponDraft(params["code"] ?? ""), findStore()]);
  if (!draft) throw deskRefusal(refused("not-found"));
  const { code, version, typed, savedBy, savedAt } = draft;
  return json({
    ...{ code, version, fields: couponFieldsOf(typed), others: store.currencies.slice(1) },
    saved: `Saved by ${savedBy || "the shop’s own commands"} on ${dateTimeText(savedAt, store)}`,
    isSaved: new URL(request.url).searchParams.get("done") === "save",
    mayPublish: can(staff.role, "manage-coupons"),
  });
}

const version = z.coerce.number().int().min(1).max(1_000_000_000);

const draftSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("discard"), version }).passthrough(),
  z.object({ intent: z.enum(["save", "publish"]), version, ...COUPON_FIELDS }),
]);

type TermsForm = Extract<z.infer<typeof draftSchema>, { intent: "save" | "publish" }>;

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "draft-coupons");
  const draft = await findCouponDraft(params["code"] ?? "");
  if (!draft) throw deskRefusal(refused("not-found"));
  const { code } = draft;
  const form = await readForm(request, draftSchema);
  if (!form.ok) {
    if (form.errors["intent"] || form.errors["version"]) throw deskRefusal(refused("unknown-action"));
    return deskInvalid(form);
  }
  if (form.value.intent !== "discard") return writeDraft(code, form.value, actor);
  const done = await discardCouponDraftAtDesk({ code, version: form.value.version }, actor);
  if (done.ok) throw seeOther(deskPaths.coupons({ view: "drafts", done: "discard", code }));
  if (done.code !== "coupon-draft-changed") throw deskRefusal(done);
  return deskConflict(done, { kind: "coupon", id: code });
}

async function writeDraft(code: string, { intent, version: seen, ...fields }: TermsForm, actor: DeskPerson) {
  const values = { ...fields, version: String(seen) };
  const typed = typedTerms(fields, code);
  const terms = await couponTermsAt(typed, actor.now);
  if (!terms.ok) return deskInvalid({ errors: couponErrors(terms.problems), values });
  const draft = { code, version: seen, typed };
  const done =
    intent === "save"
      ? await changeCouponDraftAtDesk(draft, actor)
      : await publishCouponDraftAtDesk(draft, actor);
  if (done.ok)
    throw seeOther(
      intent === "save"
        ? deskPaths.couponDraft(code, { done: "save" })
        : deskPaths.coupons({ q: code, done: "create", code }),
    );
  // Of a draft that is gone there is no page to show the refusal on.
  if (done.code === "coupon-draft-gone" || done.code === "desk-not-allowed") throw deskRefusal(done);
  if (done.code === "coupon-terms")
    return deskInvalid({ errors: couponErrors([shopError(done).message]), values });
  // Who has read that it was changed may replace it: the form then has the version of now.
  return deskConflict(done, { kind: "coupon", id: code }, { values: fields });
}

export const meta: MetaFunction = () => deskMeta("Draft of a coupon");

export default function DeskCouponDraft() {
  const answer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return <CouponDraftPage {...useLoaderData<typeof loader>()} answer={answer} />;
}
