import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { readForm } from "#app/http/request/form.server.ts";
import { safeRedirect } from "#app/http/request/safe-redirect.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { findMySpaces, mySpacesCookie } from "#app/http/session/my-spaces-cookie.server.ts";
import { FIT_FIELDS, fitQuery, readFitQuestion } from "#app/models/catalogue/dimensions-form.ts";
import { withSpace } from "#app/models/catalogue/my-spaces.ts";
import { paths } from "#app/paths.ts";

const formSchema = z.object({
  from: z.string().default(""),
  [FIT_FIELDS.place]: z.string().default(""),
  [FIT_FIELDS.width]: z.string().default(""),
  [FIT_FIELDS.depth]: z.string().default(""),
  [FIT_FIELDS.height]: z.string().default(""),
  remember: z.string().optional(),
  forget: z.enum(["boot", "doorway"]).optional(),
});

export function loader() {
  throw seeOther(paths.home());
}

/** The answer stands at the product's own address, errors too. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, formSchema);
  if (!form.ok) throw seeOther(paths.home());
  const { from, remember, forget, ...fields } = form.value;
  const back = safeRedirect(from);
  const spaces = await findMySpaces(request);
  if (forget) {
    throw seeOther(`${back}#fit`, { "Set-Cookie": await mySpacesCookie({ ...spaces, [forget]: null }) });
  }
  const query = fitQuery(new URLSearchParams(fields));
  const space = readFitQuestion(query)?.space ?? null;
  const cookie = remember && space ? await mySpacesCookie(withSpace(spaces, space)) : null;
  const separator = back.includes("?") ? "&" : "?";
  throw seeOther(`${back}${separator}${query.toString()}#fit`, cookie ? { "Set-Cookie": cookie } : {});
}
