import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { CustomerPage } from "#app/components/desk/customer-page.tsx";
import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { addressLines, type SavedAddress } from "#app/models/customer/address-book.ts";
import type { DeskCustomer } from "#app/models/desk/customer-list.server.ts";
import { helpCustomerAtDesk, writeCustomerNote } from "#app/models/desk/customer-steps.server.ts";
import { DESK_NOTE_MAX } from "#app/models/desk/orders/order-steps.server.ts";
import { STATUS_TAGS } from "#app/models/desk/views.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { can } from "#app/models/staff/role.ts";
import { dateText, dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { Store } from "#app/models/store/store.ts";

import { customerIdIn, customerOf } from "./customer.server.ts";
import { deskConflict, deskInvalid, deskRefused, readDeskForm } from "#app/routes/desk/desk.server.ts";

const customerSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["password-link", "log-out", "unsubscribe"]) }),
  z.object({
    intent: z.literal("note"),
    key: z.string().min(1).max(60),
    body: z.string().trim().min(1, "Write something first").max(DESK_NOTE_MAX, "Shorten the note"),
  }),
]);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "see-customers");
  const [customer, store] = await Promise.all([customerOf(params, actor.now), findStore()]);
  const [seesName, seesAll] = [can(staff.role, "see-names"), can(staff.role, "see-addresses")];
  const { id, name, firstName, email, isVerified, since, sessions, newsletter } = customer;
  return json({
    ...{ id, isVerified, since: dateText(since, store) },
    name: seesName ? name || email : "A customer",
    firstName: seesName ? firstName : "",
    email: seesAll ? email : null,
    newsletter: seesAll && newsletter ? newsletterText(newsletter, store) : null,
    isSubscribed: newsletter?.state === "subscribed",
    sessions: sessions.length,
    orders: ordersOf(customer, store),
    reviews: customer.reviews.map(({ id: reviewId, rating, product, at }) => ({
      ...{ id: reviewId, text: `${rating} of 5 stars for ${product}`, when: dateText(at, store) },
    })),
    notes: seesAll ? customer.notes.map((note) => ({ ...note, when: dateTimeText(note.at, store) })) : [],
    addresses: seesAll ? customer.addresses.map(addressOf) : [],
    noteKey: newId("note"),
    may: {
      note: can(staff.role, "write-note"),
      help: can(staff.role, "help-customers"),
      export: can(staff.role, "export-customer"),
      remove: can(staff.role, "remove-customer"),
    },
    done: new URL(request.url).searchParams.get("done"),
  });
}

function addressOf({ id, address, isDefaultDelivery, isDefaultBilling }: SavedAddress) {
  const uses = [...(isDefaultDelivery ? ["delivery"] : []), ...(isDefaultBilling ? ["billing"] : [])];
  return {
    ...{ id, lines: addressLines(address), phone: address.phone },
    use: uses.length === 0 ? null : `Usual address for ${uses.join(" and ")}`,
  };
}

function ordersOf({ orders }: DeskCustomer, store: Store) {
  return orders.map(({ number, status, placedAt, total }) => ({
    ...{ number, tag: STATUS_TAGS[status], placed: dateText(placedAt, store) },
    total: formatMoney(total, store.locale),
  }));
}

function newsletterText({ state, at }: NonNullable<DeskCustomer["newsletter"]>, store: Store): string {
  const words = { pending: "not confirmed yet", subscribed: "yes", unsubscribed: "unsubscribed" };
  return `${words[state as keyof typeof words]}, ${dateText(at, store)}`;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "help-customers");
  const { id } = await customerOf(params, actor.now);
  const form = await readDeskForm(request, customerSchema);
  if (!form.ok) return deskInvalid(form);
  const { value } = form;
  if (value.intent === "note") {
    const written = await writeCustomerNote(id, value, actor);
    if (!written.ok) return deskRefused(written, { values: { body: value.body } });
    throw seeOther(deskPaths.customer(id, { done: written.value.isChanged ? "note" : "before" }));
  }
  const done = await helpCustomerAtDesk(id, value.intent, actor);
  if (!done.ok) return deskConflict(done, { kind: "customer", id });
  throw seeOther(deskPaths.customer(customerIdIn(params), { done: value.intent }));
}

export const meta = deskTitle("Customer");

export default deskPage<typeof loader, typeof action>(CustomerPage);
