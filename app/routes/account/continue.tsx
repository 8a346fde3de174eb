/** /account/continue: offers a form again that could not be sent because the session had ended. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";

import { ContinuePage } from "#app/components/account/continue-page.tsx";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { takeNote } from "#app/http/session/flash-message.server.ts";
import { findDraft } from "#app/models/customer/saved-form.server.ts";
import { typedWords, unsentFormName } from "#app/models/customer/unsent-form.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

import { accountMeta } from "./account.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const customer = await passGuard("login", request);
  const { searchParams } = new URL(request.url);
  const [form, back] = [searchParams.get("form") ?? "", safeRedirect(searchParams.get("back"), paths.home())];
  const fields = await findDraft({ customerId: customer.id, path: form }, new Date());
  if (!fields) throw seeOther(back);
  const [store, { note, headers }] = await Promise.all([findStore(), takeNote(request)]);
  const page = {
    form,
    back,
    fields,
    note,
    name: unsentFormName(form),
    words: typedWords(fields),
    meta: accountMeta("Continue where you stopped", paths.continueForm({ form, back }), store),
  };
  return json(page, { headers });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function Continue() {
  return <ContinuePage {...useLoaderData<typeof loader>()} />;
}
