import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { NO_DESK_ANSWER } from "#app/components/desk/desk-form.tsx";
import { deskTitle } from "#app/components/desk/desk-page.tsx";
import { OpenNotice } from "#app/components/desk/open-notice.tsx";
import { DeskOrderPage } from "#app/components/desk/order-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskRefusal, type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import {
  DESK_NOTE_MAX,
  findDeskOrder,
  stepAtDesk,
  workAtDesk,
  writeOrderNote,
} from "#app/models/desk/orders/order-steps.server.ts";
import { tickAtDesk } from "#app/models/desk/orders/order-ticks.server.ts";
import { planSending, withdrawSending } from "#app/models/desk/orders/sending.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { trackingNumber } from "#app/models/shipping/carrier.ts";

import { deskConflict, deskInvalid, deskRefused, lastStepOn } from "./desk.server.ts";
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
  const form = await readForm(request, orderSchema);
  if (!form.ok) return form.errors["intent"] ? unknownAction() : deskInvalid(form);
  const from = await cameFrom(new URL(request.url).searchParams, {
    role: visit.staff.role,
    now: visit.actor.now,
  });
  const { value } = form;
  switch (value.intent) {
    case "note":
      return note(number, value, { visit, from });
    case "start-work":
    case "stop-work":
      return work(number, value, { visit, from });
    case "tick":
    case "untick":
      return tick(number, value, { visit, from });
    case "withdraw":
      return withdraw(number, { visit, from });
    case "send":
      return send(number, value, { visit, from });
    default:
      return step(number, value, { visit, from });
  }
}

function unknownAction(): never {
  throw deskRefusal(refused("unknown-action"));
}

type Where = Readonly<{ visit: DeskVisit; from: CameFrom }>;

const orderSubject = (number: number) => ({ kind: "order", id: String(number) }) as const;

async function step(
  number: number,
  { intent, shown }: Extract<Form, { intent: "pack" | "unpack" | "deliver" | "undeliver" }>,
  { visit, from }: Where,
) {
  const next = intent === "pack" ? await findNext(number, from.list) : null;
  const done = await stepAtDesk({ number, step: intent, shown }, visit.actor);
  if (!done.ok) return deskConflict(done, orderSubject(number));
  const words = done.value.isChanged ? intent : "before";
  throw seeOther(deskPaths.order(next ?? number, { ...from.query, done: words, number }));
}

async function work(
  number: number,
  { intent, shown }: Extract<Form, { intent: "start-work" | "stop-work" }>,
  { visit, from }: Where,
) {
  const done = await workAtDesk({ number, step: intent, shown }, visit.actor);
  if (!done.ok) return deskConflict(done, orderSubject(number));
  throw seeOther(deskPaths.order(number, { ...from.query, done: done.value.isChanged ? intent : "before" }));
}

/** Back to the line, where the packer stands. */
async function tick(
  number: number,
  { intent, line }: Extract<Form, { intent: "tick" | "untick" }>,
  { visit, from }: Where,
) {
  const done = await tickAtDesk({ number, position: Number(line), isTicked: intent === "tick" }, visit.actor);
  if (!done.ok) return deskConflict(done, orderSubject(number));
  throw seeOther(`${deskPaths.order(number, from.query)}#line-${line}`);
}

async function note(number: number, form: Extract<Form, { intent: "note" }>, { visit, from }: Where) {
  const done = await writeOrderNote(number, form, visit.actor);
  if (!done.ok) return deskRefused(done, { values: { body: form.body } });
  throw seeOther(deskPaths.order(number, { ...from.query, done: done.value.isChanged ? "note" : "before" }));
}

async function withdraw(number: number, { visit, from }: Where) {
  const done = await withdrawSending(number, visit.actor);
  if (!done.ok) return deskConflict(done, orderSubject(number));
  throw seeOther(deskPaths.order(number, { ...from.query, done: "withdraw" }));
}

async function send(number: number, form: SendForm, { visit, from }: Where) {
  const { carrier, tracking, shown, key, what } = form;
  const units = what === "some" ? await chosenUnits(number, form) : null;
  const done = await planSending({ number, carrier, tracking, units, shown, key }, visit.actor);
  const values = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]));
  if (!done.ok) return deskConflict(done, orderSubject(number), { values });
  throw seeOther(deskPaths.order(number, { ...from.query, done: "send" }));
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
