/** /account/continue: offers a form again that could not be sent because the session had ended. */
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";

import { ContinuePage } from "#app/components/customer/continue-page.tsx";
import { passGuard } from "#app/http/request/route-guard.server.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { pathOf } from "#app/http/request/target.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { privateMeta } from "#app/http/response/shop-meta.server.ts";
import { takeNote } from "#app/http/session/flash-message.server.ts";
import { findDraft } from "#app/models/customer/saved-form.server.ts";
import { typedWords } from "#app/models/customer/unsent-form.ts";
import { addressAt } from "#app/models/platform/address-at.ts";
import { paths } from "#app/paths.ts";

export { loadedMeta as meta } from "#app/http/response/meta.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const customer = await passGuard("login", request);
  const { searchParams } = new URL(request.url);
  const [form, back] = [searchParams.get("form") ?? "", safeRedirect(searchParams.get("back"), paths.home())];
  const fields = await findDraft({ customerId: customer.id, path: form }, new Date());
  if (!fields) throw seeOther(back);
  const { note, headers } = await takeNote(request);
  const page = {
    form,
    back,
    fields,
    note,
    name: addressAt(pathOf(form)).draft,
    words: typedWords(fields),
    meta: await privateMeta("Continue where you stopped", paths.continueForm({ form, back })),
  };
  return json(page, { headers });
}

export default function Continue() {
  return <ContinuePage {...useLoaderData<typeof loader>()} />;
}
