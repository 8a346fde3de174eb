import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";

import { AddressFormPage } from "#app/components/customer/address-form-page.tsx";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { addAddress } from "#app/models/customer/address-book.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { dropDraft, findDraft } from "#app/models/customer/saved-form.server.ts";
import { paths } from "#app/paths.ts";

import { readAddressForm, refusedAgain, typedAgain } from "./address.server.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const customer = await passGuard("login", request);
  const draft = await findDraft(formOf(customer), new Date());
  const values: Record<string, string> = { first_name: customer.firstName, last_name: customer.lastName };
  return json({
    owner: customer.id,
    values: draft ?? values,
    isDraft: draft !== null,
    meta: await privateMeta("Add an address", paths.newAddress()),
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const customer = await passGuard("login", request);
  const { read } = await readAddressForm(request);
  if (!read.ok) return typedAgain(read);
  const added = await addAddress(customer.id, read.entry, new Date());
  if (!added.ok) return refusedAgain(added, read.values);
  await dropDraft(formOf(customer));
  throw seeOther(paths.addresses({ done: "added" }));
}

function formOf({ id: customerId }: Customer) {
  return { customerId, path: paths.newAddress() };
}

export default function NewAddress() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AddressFormPage
      title="Add an address"
      action={paths.newAddress()}
      values={answer?.values ?? page.values}
      errors={answer?.errors ?? {}}
      isDraft={!answer && page.isDraft}
    />
  );
}
