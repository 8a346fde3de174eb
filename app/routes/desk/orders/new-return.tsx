import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { NewReturnPage } from "#app/components/desk/orders/new-return-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { findReturnable, openReturnAtDesk } from "#app/models/desk/orders/return-steps.server.ts";
import {
  readReturnLines,
  REASONS_NOTED,
  RETURN_NOTE_MAX,
  RETURN_REASONS,
} from "#app/models/order/returns/return.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { longDay } from "#app/models/shared/local-date.ts";
import { refused } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";
import { deskInvalid, deskRefused } from "#app/routes/desk/desk.server.ts";
import { numberIn } from "#app/routes/desk/order.server.ts";

/** In characters: more than any choice of the form has. */
const FIELD_MAX = 100;

const formSchema = z
  .object({
    key: z.string().regex(/^return_[A-Za-z0-9_-]{22}$/, "Load the page again to continue"),
    note: z.string().trim().max(RETURN_NOTE_MAX, "Shorten this"),
  })
  .catchall(z.string().max(FIELD_MAX));

function typedOrder(request: Request): string {
  return (new URL(request.url).searchParams.get("order") ?? "").trim().slice(0, FIELD_MAX);
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { actor } = await requireStaff(request, "accept-return");
  const typed = typedOrder(request);
  const number = numberIn({ number: typed });
  const [found, store] = await Promise.all([
    number === 0 ? null : findReturnable(number, actor.now),
    findStore(),
  ]);
  return json({
    ...{ typed, error: typed && !found ? shopError(refused("order-not-found")).message : "" },
    order: found && {
      ...found,
      endedOn: found.endedOn && longDay(found.endedOn, store.locale),
    },
    reasons: RETURN_REASONS.map(({ key }) => ({ value: key, text: REASONS_NOTED[key] })),
    formKey: newId("return"),
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "accept-return");
  const orderNumber = numberIn({ number: typedOrder(request) });
  const found = await findReturnable(orderNumber, actor.now);
  if (!found) throw deskRefusal(refused("order-not-found"));
  const form = await readForm(request, formSchema);
  if (!form.ok) return deskInvalid(form);
  const { key, note, ...fields } = form.value;
  const values = { ...form.value };
  const { lines, errors } = readReturnLines(found, fields, "form");
  if (Object.keys(errors).length > 0) return deskInvalid({ errors, values });
  const done = await openReturnAtDesk({ orderNumber, lines, note, key }, actor);
  if (!done.ok) return deskRefused(done, { values });
  throw seeOther(deskPaths.returned(done.value.number));
}

export const meta = deskTitle("Open a return");

export default deskPage<typeof loader, typeof action>(NewReturnPage);
