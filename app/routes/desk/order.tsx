import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskTitle } from "#app/components/desk/desk-page.tsx";
import { OpenNotice } from "#app/components/desk/open-notice.tsx";
import { DeskOrderPage } from "#app/components/desk/order-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import {
  DESK_NOTE_MAX,
  type DeskPerson,
  findDeskOrder,
  stepAtDesk,
  workAtDesk,
  writeOrderNote,
} from "#app/models/desk/orders/order-steps.server.ts";
import { tickAtDesk } from "#app/models/desk/orders/order-ticks.server.ts";
import { planSending, withdrawSending } from "#app/models/desk/orders/sending.server.ts";
import type { ShopErrorCode } from "#app/models/platform/error-messages.ts";
import type { Refusal } from "#app/models/shared/result.ts";
import { trackingNumber } from "#app/models/shipping/carrier.ts";

import { deskConflict, deskInvalid, deskRefused, lastStepOn, readDeskForm, textsOf } from "./desk.server.ts";
import { othersOn } from "./notices/open-notice.server.ts";
import { type CameFrom, cameFrom, findNext, findOrderPage, findWayBack, numberIn } from "./order.server.ts";

const TRACKING_MAX = 60;
/** In characters: 100 lines of words, as JSON. */
const SHOWN_WORDS_MAX = 20_000;

const orderSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["pack", "unpack", "deliver", "undeliver"]), shown: z.string().max(60) }),
  z.object({ intent: z.enum(["start-work", "stop-work"]), shown: z.string().max(SHOWN_WORDS_MAX) }),
  z.object({ intent: z.enum(["tick", "untick"]), line: z.string().regex(/^\d{1,4}$/) }),
  z.object({ intent: z.literal("withdraw"), shown: z.string().max(60) }),
  z.object({
    intent: z.literal("note"),
    key: z.string().min(1).max(60),
    body: z.string().trim().min(1, "Write something first").max(DESK_NOTE_MAX),
  }),
  z
    .object({
      intent: z.literal("send"),
      shown: z.string().max(60),
      key: z.string().min(1).max(60),
      carrier: z.string().trim().min(1, "Choose a courier").max(40),
      tracking: z
        .string()
        .default("")
        .transform(trackingNumber)
        .pipe(z.string().max(TRACKING_MAX, "Shorten the tracking number")),
      what: z.enum(["all", "some"]).default("all"),
    })
    .passthrough(),
]);

type Form = z.infer<typeof orderSchema>;
type SendForm = Extract<Form, { intent: "send" }>;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const visit = await requireStaff(request, "see-orders");
  const { searchParams } = new URL(request.url);
  const order = await findOrderPage(numberIn(params), searchParams, visit);
  const doneNumber = numberIn({ number: searchParams.get("number") ?? undefined });
  // Packing leads to the next order, which is open then.
  const isDone = searchParams.has("done") && [0, order.number].includes(doneNumber);
  const others = await othersOn({ kind: "order", id: String(order.number) }, { request, isDone }, visit);
  const done = searchParams.get("done");
  const wayBack = await findWayBack({ done, number: doneNumber || order.number }, visit);
  const lastStep = done === "before" ? await lastStepOn(orderSubject(doneNumber || order.number)) : null;
  return json({ order, others, done, doneNumber: doneNumber || null, wayBack, lastStep });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "see-orders");
  const number = numberIn(params);
  const form = await readDeskForm(request, orderSchema);
  if (!form.ok) return deskInvalid(form);
  const { searchParams } = new URL(request.url);
  const from = await cameFrom(searchParams, { role: visit.staff.role, now: visit.actor.now });
  const { value } = form;
  const next = value.intent === "pack" ? await findNext(number, from.list) : null;
  const done = await stepOn(number, value, visit.actor);
  if (!done.ok) return refusedStep(done, number, value);
  const isBefore = done.value !== null && "isChanged" in done.value && !done.value.isChanged;
  throw seeOther(placeAfter(value, { number, next, isBefore, query: from.query }));
}

async function stepOn(number: number, form: Form, actor: DeskPerson) {
  switch (form.intent) {
    case "note":
      return writeOrderNote(number, form, actor);
    case "start-work":
    case "stop-work":
      return workAtDesk({ number, step: form.intent, shown: form.shown }, actor);
    case "tick":
    case "untick":
      return tickAtDesk({ number, position: Number(form.line), isTicked: form.intent === "tick" }, actor);
    case "withdraw":
      return withdrawSending(number, actor);
    case "send":
      return send(number, form, actor);
    default:
      return stepAtDesk({ number, step: form.intent, shown: form.shown }, actor);
  }
}

async function send(number: number, form: SendForm, actor: DeskPerson) {
  const { carrier, tracking, shown, key, what } = form;
  const units = what === "some" ? await chosenUnits(number, form) : null;
  return planSending({ number, carrier, tracking, units, shown, key }, actor);
}

const orderSubject = (number: number) => ({ kind: "order", id: String(number) }) as const;

function refusedStep(refusal: Refusal<ShopErrorCode>, number: number, form: Form) {
  if (form.intent === "note") return deskRefused(refusal, { values: { body: form.body } });
  return deskConflict(refusal, orderSubject(number), { values: form.intent === "send" ? textsOf(form) : {} });
}

type After = Readonly<{ number: number; next: number | null; isBefore: boolean; query: CameFrom["query"] }>;

/** After a tick the line, where the packer stands; after packing the next order. */
function placeAfter(form: Form, { number, next, isBefore, query }: After): string {
  const done = isBefore ? "before" : form.intent;
  switch (form.intent) {
    case "tick":
    case "untick":
      return `${deskPaths.order(number, query)}#line-${form.line}`;
    case "pack":
    case "unpack":
    case "deliver":
    case "undeliver":
      return deskPaths.order(next ?? number, { ...query, done, number });
    default:
      return deskPaths.order(number, { ...query, done });
  }
}

/** Fields such as "u0", one for each line that has something left. */
async function chosenUnits(number: number, form: Readonly<Record<string, unknown>>) {
  const found = await findDeskOrder(number);
  return (found?.order.lines ?? []).map((_, position) => {
    const text = form[`u${position}`];
    return typeof text === "string" && /^\d{1,4}$/.test(text) ? Number(text) : 0;
  });
}

export const meta = deskTitle<typeof loader>(({ params }) => `Order ${params["number"] ?? ""}`);

export default function DeskOrderRoute() {
  const { others, ...page } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? NO_DESK_ANSWER;
  return (
    <>
      <OpenNotice others={others} />
      <DeskOrderPage {...page} answer={answer} />
    </>
  );
}
