import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { AddressesPage } from "#app/components/customer/addresses-page.tsx";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { listAddresses } from "#app/models/customer/address-book.server.ts";
import { paths } from "#app/paths.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const customer = await passGuard("login", request);
  const addresses = await listAddresses(customer.id);
  const done = new URL(request.url).searchParams.get("done") ?? "";
  return json({
    addresses,
    done: DONE.get(done) ?? null,
    meta: await privateMeta("Addresses", paths.addresses()),
  });
}

const DONE: ReadonlyMap<string, string> = new Map([
  ["added", "Address saved."],
  ["changed", "Address updated."],
  ["deleted", "Address deleted."],
]);

export default function Addresses() {
  return <AddressesPage {...useLoaderData<typeof loader>()} />;
}
