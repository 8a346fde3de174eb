/** Every query names the customer, so that nobody reaches another's addresses. */
import type { Selectable } from "kysely";

import { compiledQuery } from "#app/db/compiled-query.server.ts";
import { db, transact } from "#app/db/db.server.ts";
import type { Database } from "#app/db/schema.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { type AddressId, type CustomerId, isAddressId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";
import type { AddressPlaces } from "#app/models/store/store.ts";

import { type Address, ADDRESS_FIELDS } from "./address.ts";
import {
  type AddressDefaults,
  type AddressEntry,
  ADDRESSES_MAX,
  isDeliverable,
  isSameAddress,
  type SavedAddress,
} from "./address-book.ts";
import { lockCustomer } from "./customer.server.ts";

type AddressRow = Selectable<Database["customer_addresses"]>;

export async function listAddresses(customerId: CustomerId): Promise<ReadonlyArray<SavedAddress>> {
  const rows = await db()
    .selectFrom("customer_addresses")
    .selectAll()
    .where("customer_id", "=", customerId)
    .orderBy("is_default_delivery", "desc")
    .orderBy("is_default_billing", "desc")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(readRow);
}

const deliveryCountries = compiledQuery((database, { customerId }: Readonly<{ customerId: CustomerId }>) =>
  database
    .selectFrom("customer_addresses")
    .select("country_code")
    .where("customer_id", "=", customerId)
    .where("is_default_delivery", "=", 1),
);

/** The country (ISO 3166-1) of the default delivery address; null without one. One query. */
export async function findDeliveryCountry(customerId: CustomerId): Promise<string | null> {
  const [row] = await deliveryCountries({ customerId });
  return row?.country_code ?? null;
}

export async function findAddress(customerId: CustomerId, id: AddressId): Promise<SavedAddress | null> {
  const row = await db()
    .selectFrom("customer_addresses")
    .selectAll()
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row ? readRow(row) : null;
}

/** The first one to which the shop delivers becomes the default for delivery and billing. */
export async function addAddress(
  customerId: CustomerId,
  entry: AddressEntry,
  now: Date,
): Promise<Result<AddressId, "address-book-full" | "not-found">> {
  const { places } = await findStore();
  return transact(async () => {
    // Two changes at once wait for each other here, so that there is one default of each kind.
    if (!(await lockCustomer(customerId, now))) return refused("not-found");
    const known = await listAddresses(customerId);
    if (known.length >= ADDRESSES_MAX) return refused("address-book-full", { maximum: ADDRESSES_MAX });
    const id = newId("address");
    const at = now.toISOString();
    await db()
      .insertInto("customer_addresses")
      .values({ id, customer_id: customerId, ...entry.address, created_at: at, updated_at: at })
      .execute();
    await setDefaults(customerId, id, defaultsFor(entry, { isFirst: known.length === 0, places }));
    return ok(id);
  });
}

/** Not if the customer has the same one, or the book is full. */
export async function saveAddressIfNew(customerId: CustomerId, address: Address, now: Date): Promise<void> {
  const known = await listAddresses(customerId);
  if (known.some((saved) => isSameAddress(saved.address, address))) return;
  await addAddress(customerId, { address, isDefaultDelivery: false, isDefaultBilling: false }, now);
}

export async function changeAddress(
  saved: Readonly<{ customerId: CustomerId; id: AddressId }>,
  entry: AddressEntry,
  now: Date,
): Promise<Result<null, "not-found">> {
  const { customerId, id } = saved;
  return transact(async () => {
    if (!(await lockCustomer(customerId, now))) return refused("not-found");
    const changed = await db()
      .updateTable("customer_addresses")
      .set({ ...entry.address, updated_at: now.toISOString() })
      .where("id", "=", id)
      .where("customer_id", "=", customerId)
      .executeTakeFirst();
    if (Number(changed.numUpdatedRows) !== 1) return refused("not-found");
    await setDefaults(customerId, id, entry);
    return ok(null);
  });
}

export async function removeAddress(
  customerId: CustomerId,
  id: AddressId,
): Promise<Result<null, "not-found">> {
  const removed = await db()
    .deleteFrom("customer_addresses")
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return Number(removed.numDeletedRows) === 1 ? ok(null) : refused("not-found");
}

function defaultsFor(
  entry: AddressEntry,
  { isFirst, places }: Readonly<{ isFirst: boolean; places: AddressPlaces }>,
): AddressDefaults {
  const first = isFirst && isDeliverable(entry.address.country_code, places);
  return {
    isDefaultDelivery: entry.isDefaultDelivery || first,
    isDefaultBilling: entry.isDefaultBilling || first,
  };
}

async function setDefaults(customerId: CustomerId, id: AddressId, defaults: AddressDefaults): Promise<void> {
  const kinds = [
    ["is_default_delivery", defaults.isDefaultDelivery],
    ["is_default_billing", defaults.isDefaultBilling],
  ] as const;
  for (const [column, isDefault] of kinds) {
    const cleared = db()
      .updateTable("customer_addresses")
      .set({ [column]: 0 })
      .where("customer_id", "=", customerId);
    await (isDefault ? cleared : cleared.where("id", "=", id)).execute();
    if (!isDefault) continue;
    await db()
      .updateTable("customer_addresses")
      .set({ [column]: 1 })
      .where("id", "=", id)
      .where("customer_id", "=", customerId)
      .execute();
  }
}

function readRow(row: AddressRow): SavedAddress {
  if (!isAddressId(row.id)) throw new Error(`The address ${row.id} is damaged`);
  const fields = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, row[field]]));
  return {
    id: row.id,
    address: { ...fields, country: row.country } as Address,
    isDefaultDelivery: row.is_default_delivery === 1,
    isDefaultBilling: row.is_default_billing === 1,
  };
}
