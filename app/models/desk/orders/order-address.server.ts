import { inFormOrder } from "#app/models/customer/address-book.ts";
import { type AddressErrors, readAddress } from "#app/models/customer/address-form.ts";
import { ADDRESS_FIELDS } from "#app/models/customer/address.ts";
import {
  type AddressChanged,
  type AddressRefusal,
  changeDeliveryAddress,
} from "#app/models/order/delivery-address/change-address.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { type DeskActor, writeDeskLog } from "#app/models/staff/log.server.ts";
import { mayOf } from "#app/models/staff/role.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { orderIdOf, orderSubject } from "./order-steps.server.ts";
import { findPlannedSending } from "./planned-sending.server.ts";
import { shownStatus } from "#app/models/desk/views.ts";

export type AddressRequest = Readonly<{
  number: number;
  typed: Readonly<Record<string, string>>;
  /** `shownStatus` of the page; null: not compared. */
  shown: string | null;
  /** `moveKey` of what the person has read about the address; null: not compared. */
  agreed: string | null;
}>;

export type OrderAddressRefusal = "desk-not-allowed" | "parcel-planned" | AddressRefusal;

export type AddressOutcome =
  | Readonly<{ errors: AddressErrors }>
  | Readonly<{ errors: null; done: Result<AddressChanged, OrderAddressRefusal> }>;

/** Refused while a parcel to the former one is about to go out. The log has no address. */
export async function changeAddressAtDesk(
  { number, typed, shown, agreed }: AddressRequest,
  actor: DeskActor,
): Promise<AddressOutcome> {
  if (!mayOf(actor)("change-address")) return { errors: null, done: refused("desk-not-allowed") };
  const [id, { places }] = await Promise.all([orderIdOf(number), findStore()]);
  if (!id) return { errors: null, done: refused("order-not-found") };
  const read = readAddress(typed, { use: "delivery", places });
  if (!read.ok) return { errors: inFormOrder(read.errors) };
  const change = { address: read.value, agreed, now: actor.now };
  const done = await changeDeliveryAddress<OrderAddressRefusal>(id, change, async ({ order }) => {
    if (shown !== null && shown !== shownStatus(order)) return refused("order-state-conflict");
    if (await findPlannedSending(id)) return refused("parcel-planned");
    const changed = ADDRESS_FIELDS.filter((field) => order.deliveryAddress[field] !== read.value[field]);
    await writeDeskLog(actor, {
      action: "order-address-changed",
      subject: orderSubject(number),
      changes: { fields: ["", changed.join(", ")] },
    });
    return ok(null);
  });
  return { errors: null, done };
}
