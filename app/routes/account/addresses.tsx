import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { AddressesPage } from "#app/components/account/addresses-page.tsx";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { listAddresses } from "#app/models/customer/address-book.server.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import { accountMeta } from "./account.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const customer = await passGuard("login", request);
  const [addresses, store] = await Promise.all([listAddresses(customer.id), findStore()]);
  const done = new URL(request.url).searchParams.get("done") ?? "";
  return json({
    addresses,
    done: DONE.get(done) ?? null,
    meta: accountMeta("Addresses", paths.addresses(), store),
  });
}

const DONE: ReadonlyMap<string, string> = new Map([
  ["added", "Address saved."],
  ["changed", "Address updated."],
  ["deleted", "Address deleted."],
]);

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function Addresses() {
  return <AddressesPage {...useLoaderData<typeof loader>()} />;
}
