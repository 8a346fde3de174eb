/** /store: saves the choice of currency and locale, and returns to the page. */
import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { readForm } from "#app/http/request/form.server.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { currentChoice, storeChoiceCookie } from "#app/http/session/store-choice.server.ts";
import { hasChoice, readChoice } from "#app/models/store/choice.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { paths } from "#app/paths.ts";

const formSchema = z.object({
  currency: z.string().optional(),
  locale: z.string().optional(),
  from: z.string().default(""),
});

export function loader() {
  throw seeOther(paths.home());
}

/** An unknown choice changes nothing. */
export async function action({ request }: ActionFunctionArgs) {
  const [form, store] = await Promise.all([readForm(request, formSchema), findStore()]);
  if (!form.ok) throw seeOther(paths.home());
  const back = safeRedirect(form.value.from);
  if (!hasChoice(store)) throw seeOther(back);
  const choice = readChoice(form.value, store, await currentChoice(request, store));
  throw seeOther(back, { "Set-Cookie": await storeChoiceCookie(choice) });
}
