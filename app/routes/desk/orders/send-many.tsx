import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";

import { deskTitle } from "#app/components/desk/desk-page.tsx";
import {
  type SendManyAnswer,
  type SendRow,
  SendManyPage,
} from "#app/components/desk/orders/send-many-page.tsx";
import { type DeskVisit, requireStaff } from "#app/http/request/require-staff.server.ts";
import {
  findSendable,
  planSendings,
  SEND_ROWS_MAX,
  type SentRow,
  stillPlanned,
  type TypedParcel,
  withdrawSendings,
} from "#app/models/desk/orders/sending-many.server.ts";
import type { DeskOrder } from "#app/models/desk/orders/order-steps.server.ts";
import { shownStatus } from "#app/models/desk/views.ts";
import { unitsToSend } from "#app/models/order/fulfilment.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { trackingNumber } from "#app/models/shipping/carrier.ts";
import { isCollection } from "#app/models/shipping/store-pickup.ts";
import { can, type StaffRole } from "#app/models/staff/role.ts";
import { requireDeskForm, textsOf } from "#app/routes/desk/desk.server.ts";
import { chosenNumbers } from "#app/routes/desk/selection.server.ts";

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
  const units = unitsToSend(order, life).reduce((sum, count) => sum + count, 0);
  return {
    number: order.number,
    name: can(role, "see-names") ? `${first_name} ${last_name}`.trim() || company : "",
    what: `${units} ${units === 1 ? "item" : "items"}, ${order.delivery.name}`,
    status: shownStatus(order),
    isCollected: isCollection(order.delivery.method),
  };
}

function inWords({ number, refusal }: SentRow) {
  return { number, words: refusal ? shopError(refusal).message : "" };
}

/** Characters: the texts of three forms. */
const CARRIED_MAX = 20_000;

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
    /** "10048212,10048213": what was sent with `sentKey` and can be taken back. */
    sent: z
      .string()
      .regex(/^(?:\d{1,9}(?:,|$)){0,50}$/)
      .default(""),
    sentKey: z.string().max(60).default(""),
    /** What was typed for orders without a row on the page, as JSON. */
    carried: z.string().max(CARRIED_MAX).default(""),
  })
  .passthrough();

type Texts = Readonly<Record<string, string>>;

type Typed = Readonly<{
  key: string;
  parcels: ReadonlyArray<TypedParcel>;
  sent: ReadonlyArray<number>;
  sentKey: string;
  /** Of all orders of the form, also of those without a row. */
  values: Texts;
  /** All that were chosen in the list, which may be more than one form takes. */
  chosen: ReadonlyArray<number>;
}>;

export async function action({ request }: ActionFunctionArgs) {
  const visit = await requireStaff(request, "send");
  const { intent, key, shown, sentKey, ...rest } = await requireDeskForm(request, sendSchema);
  const reader = { role: visit.staff.role, now: visit.actor.now };
  const fields = rest as Readonly<Record<string, unknown>>;
  const typed = {
    ...{ key, sentKey, sent: rest.sent.split(",").filter(Boolean).map(Number) },
    parcels: typedParcels(shown, fields),
    values: { ...carriedTexts(rest.carried), ...textsOf(fields, isTyped) },
    chosen: await chosenNumbers(new URL(request.url).searchParams, reader),
  };
  if (intent === "undo") return undo(typed, visit);
  return intent === "next" ? again(typed, visit) : send(typed, visit);
}

async function send({ key, parcels, values, chosen, ...before }: Typed, { staff, actor }: DeskVisit) {
  const tooLong = parcels.filter(({ tracking }) => tracking.length > TRACKING_MAX);
  const sendable = parcels.filter((parcel) => !tooLong.includes(parcel));
  const outcomes = await planSendings(sendable, key, actor);
  const sent = outcomes.filter(({ refusal }) => refusal === null).map(({ number }) => number);
  const refusedRows = [
    ...outcomes.filter(({ refusal }) => refusal !== null).map(inWords),
    ...tooLong.map(({ number }) => ({ number, words: "Shorten the tracking number" })),
  ];
  const rows = numbersOf(parcels);
  const left = [...rows, ...chosen].filter((number) => !sent.includes(number));
  const over = before.sent.filter((number) => !rows.includes(number));
  const answer = { ...{ sent, refused: refusedRows, back: null, key }, values: without(values, over) };
  return json(await answerWith(answer, left, staff.role), { status: sent.length > 0 ? 200 : 409 });
}

/** On Enter in a field: the page again, with what was typed, at the next field. Nothing is sent. */
async function again({ parcels, values, chosen, sent, sentKey }: Typed, { staff }: DeskVisit) {
  const still = await stillPlanned(sent, sentKey);
  const answer = { ...{ sent: still, refused: [], back: null, key: sentKey }, values };
  return json(await answerWith(answer, [...numbersOf(parcels), ...chosen], staff.role));
}

async function undo({ parcels, values, chosen, sent, sentKey }: Typed, { staff, actor }: DeskVisit) {
  const back = await withdrawSendings(sent, sentKey, actor);
  const answer = { ...{ sent: [], refused: [], back, key: "" }, values };
  const numbers = [...back, ...numbersOf(parcels), ...chosen];
  return json(await answerWith(answer, numbers, staff.role), { status: back.length > 0 ? 200 : 409 });
}

async function answerWith(
  answer: Omit<SendManyAnswer, "page" | "carried">,
  numbers: ReadonlyArray<number>,
  role: StaffRole,
): Promise<SendManyAnswer> {
  const page = await pageOf([...new Set(numbers)], role);
  const unseen = without(answer.values, numbersOf(page.rows));
  const carried = Object.entries(unseen).filter(([name, text]) => /^t\d/.test(name) || text !== "");
  return { ...answer, page, carried: shortJson(carried.filter(([name]) => name !== "carrier")) };
}

const numbersOf = (rows: ReadonlyArray<Readonly<{ number: number }>>) => rows.map(({ number }) => number);

function without(values: Texts, numbers: ReadonlyArray<number>): Texts {
  const names = new Set(numbers.flatMap((number) => [`t${number}`, `c${number}`, `w${number}`]));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}

/** Without the last ones if all of them are too long for the form. */
function shortJson(entries: ReadonlyArray<readonly [string, string]>): string {
  const text = JSON.stringify(Object.fromEntries(entries));
  return text.length <= CARRIED_MAX ? text : shortJson(entries.slice(0, Math.floor(entries.length / 2)));
}

const isTyped = (name: string) => /^(?:[tcw]\d{1,9}|carrier)$/.test(name);

function carriedTexts(carried: string): Texts {
  try {
    return textsOf(z.record(z.string()).parse(JSON.parse(carried || "{}")), isTyped);
  } catch {
    return {};
  }
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
      tracking: trackingNumber(text(`t${number}`)),
      isUntracked: text(`w${number}`) === "on",
      shown: status,
    };
  });
}

export const meta = deskTitle("Send orders");

export default function DeskSendMany() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? null;
  return <SendManyPage {...(answer?.page ?? page)} answer={answer} />;
}
