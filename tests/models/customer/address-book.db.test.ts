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

test("the first address becomes the default for delivery and billing", async () => {
  const { id } = await newCustomer();

  await savedAddress(id);
  await savedAddress(id, { city: "Bath" });

  const book = await listAddresses(id);
  expect(book.map((saved) => [saved.address.city, saved.isDefaultDelivery, saved.isDefaultBilling])).toEqual([
    ["Bristol", true, true],
    ["Bath", false, false],
  ]);
});

test("a first address abroad becomes no default", async () => {
  const { id } = await newCustomer();

  await savedAddress(id, { country_code: "FR", postal_code: "75001", phone: "" });

  expect(await listAddresses(id)).toMatchObject([{ isDefaultDelivery: false, isDefaultBilling: false }]);
});

test("a new default replaces the old one of its kind only", async () => {
  const { id } = await newCustomer();
  const first = await savedAddress(id);

  const second = await savedAddress(id, { city: "Bath", default_delivery: "on" });

  expect(await findAddress(id, first)).toMatchObject({ isDefaultDelivery: false, isDefaultBilling: true });
  expect(await findAddress(id, second)).toMatchObject({ isDefaultDelivery: true, isDefaultBilling: false });
});

test("editing an address preserves its defaults", async () => {
  const { id } = await newCustomer();
  const address = await savedAddress(id);

  await changeAddress({ customerId: id, id: address }, addressEntry({ city: "Leeds" }), NOW);

  expect(await findAddress(id, address)).toMatchObject({
    address: { city: "Leeds" },
    isDefaultDelivery: false,
    isDefaultBilling: false,
  });
});

test("a customer cannot find, change or delete another's address", async () => {
  const [owner, other] = [await newCustomer(), await newCustomer()];
  const address = await savedAddress(owner.id);

  const changed = await changeAddress(
    { customerId: other.id, id: address },
    addressEntry({ city: "X" }),
    NOW,
  );
  const removed = await removeAddress(other.id, address);

  expect([changed.ok, removed.ok, await findAddress(other.id, address)]).toEqual([false, false, null]);
  expect(await findAddress(owner.id, address)).toMatchObject({ address: { city: "Bristol" } });
});

test("a deleted address is not found", async () => {
  const { id } = await newCustomer();
  const address = await savedAddress(id);

  const removed = await removeAddress(id, address);

  expect([removed.ok, await listAddresses(id)]).toEqual([true, []]);
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
