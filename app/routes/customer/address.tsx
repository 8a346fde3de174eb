/** /account/addresses/{addressId}: change an address, or with ?delete=ask confirm that it goes. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { AddressFormPage } from "#app/components/customer/address-form-page.tsx";
import { AddressRemovalPage } from "#app/components/customer/address-removal-page.tsx";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { notFound, seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { changeAddress, findAddress, removeAddress } from "#app/models/customer/address-book.server.ts";
import { type SavedAddress, savedValues } from "#app/models/customer/address-book.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { dropDraft, findDraft } from "#app/models/customer/saved-form.server.ts";
import { isAddressId } from "#app/models/shared/ids.ts";
import { paths } from "#app/paths.ts";

import { readAddressForm, refusedAgain, typedAgain } from "./address.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const customer = await passGuard("login", request);
  const saved = await ownAddress(request, customer, params["addressId"]);
  const draft = await findDraft(formOf(customer, saved), new Date());
  const isLeaving = new URL(request.url).searchParams.get("delete") === "ask";
  const title = isLeaving ? "Delete this address?" : "Edit address";
  return json({
    owner: customer.id,
    saved,
    draft,
    isLeaving,
    meta: await privateMeta(title, paths.address(saved.id)),
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const customer = await passGuard("login", request);
  const { id } = await ownAddress(request, customer, params["addressId"]);
  const { intent, read } = await readAddressForm(request);
  if (intent === "delete") {
    const removed = await removeAddress(customer.id, id);
    if (!removed.ok) throw notFound(request);
    throw seeOther(paths.addresses({ done: "deleted" }));
  }
  if (!read.ok) return typedAgain(read);
  const changed = await changeAddress({ customerId: customer.id, id }, read.entry, new Date());
  if (!changed.ok) return refusedAgain(changed, read.values);
  await dropDraft(formOf(customer, { id }));
  throw seeOther(paths.addresses({ done: "changed" }));
}

function formOf({ id: customerId }: Pick<Customer, "id">, { id }: Pick<SavedAddress, "id">) {
  return { customerId, path: paths.address(id) };
}

/** Throws the same 404 for ids that are malformed, unknown or somebody else's. */
async function ownAddress(
  request: Request,
  customer: Pick<Customer, "id">,
  addressId: string | undefined,
): Promise<SavedAddress> {
  const saved = isAddressId(addressId) ? await findAddress(customer.id, addressId) : null;
  if (!saved) throw notFound(request);
  return saved;
}

export default function OneAddress() {
  const { saved, draft, isLeaving } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (isLeaving) return <AddressRemovalPage saved={saved} />;
  return (
    <AddressFormPage
      title="Edit address"
      action={paths.address(saved.id)}
      values={answer?.values ?? draft ?? savedValues(saved)}
      errors={answer?.errors ?? {}}
      isDraft={!answer && draft !== null}
    />
  );
}
