import { expect, test } from "vitest";

import {
  addAddress,
  changeAddress,
  findAddress,
  saveAddressIfNew,
  listAddresses,
  removeAddress,
} from "#app/models/customer/address-book.server.ts";
import { ADDRESSES_MAX } from "#app/models/customer/address-book.ts";
import { NOW } from "#tests/support/now.ts";
import { addressEntry, newCustomer, savedAddress } from "#tests/support/people/customer.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";

useTestDatabase();

test("the first address is the default of both kinds, until a later one is ticked for one of them", async () => {
  const { id } = await newCustomer();
  const first = await savedAddress(id);
  await savedAddress(id, { city: "Bath" });
  expect(await listAddresses(id)).toMatchObject([
    { address: { city: "Bristol" }, isDefaultDelivery: true, isDefaultBilling: true },
    { address: { city: "Bath" }, isDefaultDelivery: false, isDefaultBilling: false },
  ]);

  const third = await savedAddress(id, { city: "Wells", default_delivery: "on" });
  expect(await findAddress(id, first)).toMatchObject({ isDefaultDelivery: false, isDefaultBilling: true });
  expect(await findAddress(id, third)).toMatchObject({ isDefaultDelivery: true, isDefaultBilling: false });

  await changeAddress({ customerId: id, id: third }, addressEntry({ city: "Leeds" }), NOW);
  expect(await findAddress(id, third)).toMatchObject({
    address: { city: "Leeds" },
    isDefaultDelivery: false,
    isDefaultBilling: false,
  });
});

test("a first address abroad becomes no default", async () => {
  const { id } = await newCustomer();

  await savedAddress(id, { country_code: "FR", postal_code: "75001", phone: "" });

  expect(await listAddresses(id)).toMatchObject([{ isDefaultDelivery: false, isDefaultBilling: false }]);
});

test("an address is found, changed and deleted by its own customer only", async () => {
  const [owner, other] = [await newCustomer(), await newCustomer()];
  const id = await savedAddress(owner.id);

  const changed = await changeAddress({ customerId: other.id, id }, addressEntry({ city: "X" }), NOW);
  const removed = await removeAddress(other.id, id);

  expect([changed.ok, removed.ok, await findAddress(other.id, id)]).toEqual([false, false, null]);
  expect(await findAddress(owner.id, id)).toMatchObject({ address: { city: "Bristol" } });
  expect(await removeAddress(owner.id, id)).toMatchObject({ ok: true });
  expect(await listAddresses(owner.id)).toEqual([]);
});

test("an address book has a maximum size", async () => {
  const { id } = await newCustomer();
  for (let count = 0; count < ADDRESSES_MAX; count += 1)
    await savedAddress(id, { address1: `${count} Road` });

  const refused = await addAddress(id, addressEntry(), NOW);

  expect(refused).toMatchObject({ ok: false, code: "address-book-full" });
});

test("the checkout saves an address once", async () => {
  const { id } = await newCustomer();
  const { address } = addressEntry();

  await saveAddressIfNew(id, address, NOW);
  await saveAddressIfNew(id, address, NOW);

  expect(await listAddresses(id)).toHaveLength(1);
});

test("of twenty concurrent addresses that all request to be the default, one becomes it", async () => {
  const { id } = await newCustomer();

  await Promise.all(
    Array.from({ length: 20 }, (_, count) =>
      savedAddress(id, { address1: `${count} Road`, default_delivery: "on" }),
    ),
  );

  const book = await listAddresses(id);
  expect(book.filter((saved) => saved.isDefaultDelivery)).toHaveLength(1);
  expect(book).toHaveLength(20);
});
