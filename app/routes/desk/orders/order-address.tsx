import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { type AddressAnswer, OrderAddressPage } from "#app/components/desk/orders/order-address-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { addressLines } from "#app/models/customer/address-book.ts";
import { ADDRESS_FIELDS } from "#app/models/customer/address.ts";
import {
  changeAddressAtDesk,
  type OrderAddressRefusal,
} from "#app/models/desk/orders/order-address.server.ts";
import { shownStatus } from "#app/models/desk/views.ts";
import { addressState, moveKey } from "#app/models/order/delivery-address/address-state.ts";
import type { MovedDelivery } from "#app/models/order/delivery-address/moved-delivery.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { formatMoney, money } from "#app/models/shared/money.ts";
import type { Refusal } from "#app/models/shared/result.ts";
import { countryName } from "#app/models/store/country.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { deskConflict, deskInvalid } from "#app/routes/desk/desk.server.ts";
import { deskOrder, numberIn } from "#app/routes/desk/order.server.ts";

/** In characters: more than the longest field of an address may have. */
const FIELD_MAX = 500;

const formSchema = z
  .object({
    shown: z.string().max(60).default(""),
    agreed: z.string().max(40).default(""),
  })
  .catchall(z.string().max(FIELD_MAX, "Shorten this"));

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, "change-address");
  const [{ order, life }, { places }] = await Promise.all([deskOrder(numberIn(params)), findStore()]);
  const state = addressState(order, life);
  const { deliveryAddress: address } = order;
  return json({
    number: order.number,
    shown: shownStatus(order),
    customer: address.first_name || "The customer",
    present: state.ok ? [...addressLines(address), address.phone].filter(Boolean) : [],
    values: state.ok ? Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, address[field]])) : {},
    countries: places.delivered.map((code) => ({ value: code, text: countryName(code) })),
    isPacked: order.status === "packed",
    obstacle: state.ok ? null : shopError(state).message,
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "change-address");
  const number = numberIn(params);
  const { order } = await deskOrder(number);
  const form = await readForm(request, formSchema);
  if (!form.ok) return deskInvalid(form);
  const { shown, agreed, ...typed } = form.value;
  const values = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, typed[field] ?? ""]));
  const answered = await changeAddressAtDesk({ number: order.number, typed: values, shown, agreed }, actor);
  if (answered.errors) return deskInvalid({ errors: { ...answered.errors }, values });
  const { done } = answered;
  if (!done.ok) return refusedAddress(done, { number, values });
  throw seeOther(deskPaths.order(number, { done: done.value.isChanged ? "address" : "before" }));
}

async function refusedAddress(
  refusal: Refusal<OrderAddressRefusal>,
  { number, values }: Readonly<{ number: number; values: Readonly<Record<string, string>> }>,
) {
  if (refusal.code !== "address-means")
    return deskConflict(refusal, { kind: "order", id: String(number) }, { values });
  const { dearerMinor, isLater } = refusal.detail;
  const moved = { dearerMinor: Number(dearerMinor), isLater: isLater === "true" };
  const means = { key: moveKey(moved), lines: await meansText(moved) };
  return json<AddressAnswer>({ errors: {}, values, means });
}

async function meansText({ dearerMinor, isLater }: MovedDelivery): Promise<ReadonlyArray<string>> {
  const { currency, locale } = await findStore();
  const sum = formatMoney(money(Math.abs(dearerMinor), currency), locale);
  return [
    ...(dearerMinor > 0 ? [`Delivery there costs ${sum} more. The customer is not charged for it.`] : []),
    ...(dearerMinor < 0
      ? [`Delivery there costs ${sum} less. Nothing is refunded by itself: refund an amount if you want to.`]
      : []),
    ...(isLater
      ? ["It takes longer to get there. The promised day stays on the order; the email says so."]
      : []),
  ];
}

export const meta = deskTitle<typeof loader>(
  ({ params }) => `Delivery address of order ${params["number"] ?? ""}`,
);

export default deskPage<typeof loader, typeof action>(OrderAddressPage);
