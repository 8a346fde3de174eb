import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { deskMeta } from "#app/components/desk/desk-title.ts";
import {
  type SendManyAnswer,
  type SendRow,
  SendManyPage,
} from "#app/components/desk/orders/send-many-page.tsx";
import { readForm } from "#app/http/request/form.server.ts";
import { deskRefusal, type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import {
  findSendable,
  planSendings,
  SEND_ROWS_MAX,
  type SentRow,
  type TypedParcel,
  withdrawSendings,
} from "#app/models/desk/orders/sending-many.server.ts";
import type { DeskOrder } from "#app/models/desk/orders/order-steps.server.ts";
import { shownStatus } from "#app/models/desk/views.ts";
import { unitsToSendNow } from "#app/models/order/fulfilment.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { isCollection } from "#app/models/shipping/shipping.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";
import { chosenNumbers, tickedNumbers } from "#app/routes/desk/selection.server.ts";

export { DeskProblem as ErrorBoundary } from "#app/components/desk/desk-problem.tsx";

const TRACKING_MAX = 60;

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "send");
  const { searchParams } = new URL(request.url);
  const numbers = await chosenNumbers(searchParams, { role: staff.role, now: actor.now });
  return json(await pageOf(numbers, staff.role));
}

async function pageOf(numbers: ReadonlyArray<number>, role: StaffRole) {
  const { orders, leftOut, more } = await findSendable(numbers);
  return {
    rows: orders.map((order) => rowOf(order, role)),
    leftOut: leftOut.map(inWords),
    ...{ more, formKey: newId("parcel") },
  };
}

function rowOf({ order, life }: DeskOrder, role: StaffRole): SendRow {
  const { first_name, last_name, company } = order.deliveryAddress;
  const units = unitsToSendNow(order, life).reduce((sum, count) => sum + count, 0);
  return {
    number: order.number,
    name: can(role, "see-names") ? `${first_name} ${last_name}`.trim() || company : "",
    what: `${units} ${units === 1 ? "item" : "items"}, ${order.delivery.name}`,
    status: shownStatus(order, life),
    isCollected: isCollection(order.delivery.method),
  };
}

function inWords({ number, refusal }: SentRow) {
  return { number, words: refusal ? shopError(refusal).message : "" };
}

const sendSchema = z
  .object({
    intent: z.enum(["next", "send", "undo"]),
    key: z.string().min(1).max(60),
    carrier: z.string().trim().max(40).default(""),
    /** "10048212:paid,10048213:packed": where the page showed each order. */
    shown: z
      .string()
      .regex(/^(?:\d{1,9}:[\w -]{1,40}(?:,|$)){0,50}$/)
      .default(""),
  })
  .passthrough();

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "send");
  const form = await readForm(request, sendSchema);
  if (!form.ok) throw deskRefusal(refused("unknown-action"));
  const { intent, key } = form.value;
  const fields = form.value as Readonly<Record<string, unknown>>;
  if (intent === "undo") return undo(tickedNumbers(Object.keys(fields)), key, visit);
  const parcels = typedParcels(form.value.shown, fields);
  const values = textsOf(fields);
  if (intent === "next") return again(parcels, values, visit);
  const tooLong = parcels.filter(({ tracking }) => tracking.length > TRACKING_MAX);
  const sendable = parcels.filter((parcel) => !tooLong.includes(parcel));
  const outcomes = await planSendings(sendable, key, visit.actor);
  const sent = outcomes.filter(({ refusal }) => refusal === null).map(({ number }) => number);
  const refusedRows = [
    ...outcomes.filter(({ refusal }) => refusal !== null).map(inWords),
    ...tooLong.map(({ number }) => ({ number, words: "Shorten the tracking number" })),
  ];
  const left = parcels.map(({ number }) => number).filter((number) => !sent.includes(number));
  const page = await pageOf(left, visit.staff.role);
  const answer: SendManyAnswer = { ...{ sent, refused: refusedRows, back: null, key, values }, page };
  return json(answer, { status: sent.length > 0 ? 200 : 409 });
}

/** On Enter in a field: the page again, with what was typed, at the next field. Nothing is sent. */
async function again(
  parcels: ReadonlyArray<TypedParcel>,
  values: Record<string, string>,
  { staff }: DeskVisit,
) {
  const numbers = parcels.map(({ number }) => number);
  const page = await pageOf(numbers, staff.role);
  return json<SendManyAnswer>({ ...{ sent: [], refused: [], back: null, key: "", values }, page });
}

async function undo(numbers: ReadonlyArray<number>, key: string, { staff, actor }: DeskVisit) {
  const back = await withdrawSendings(numbers, key, actor);
  const page = await pageOf(back, staff.role);
  const answer: SendManyAnswer = { ...{ sent: [], refused: [], back, key: "", values: null }, page };
  return json(answer, { status: back.length > 0 ? 200 : 409 });
}

/** Fields such as "t10048212" with the number, "c10048212" with a courier of its own, "w10048212": without a number. */
function typedParcels(shown: string, fields: Readonly<Record<string, unknown>>): ReadonlyArray<TypedParcel> {
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name].trim() : "");
  const rows = shown.split(",").filter(Boolean).slice(0, SEND_ROWS_MAX);
  return rows.map((row) => {
    const [number = "", status = ""] = row.split(":");
    return {
      number: Number(number),
      carrier: (text(`c${number}`) || text("carrier")).slice(0, 40),
      tracking: text(`t${number}`),
      isUntracked: text(`w${number}`) === "on",
      shown: status,
    };
  });
}

function textsOf(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === "string" && /^(?:[tcw]\d{1,9}|carrier)$/.test(name) ? [[name, value]] : [],
    ),
  );
}

export const meta: MetaFunction = () => deskMeta("Send orders");

export default function DeskSendMany() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? null;
  return <SendManyPage {...(answer?.page ?? page)} answer={answer} />;
}
