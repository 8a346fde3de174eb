/** A slip opens its order, a label sends it. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { PackPage } from "#app/components/desk/pack-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { readForm } from "#app/http/request/form.server.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { orderIdOf } from "#app/models/desk/orders/order-steps.server.ts";
import { planSending } from "#app/models/desk/orders/sending.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { trackingNumber } from "#app/models/shipping/carrier.ts";

import { deskInvalid, deskRefused } from "./desk.server.ts";
import { findOrderPage, numberIn } from "./order.server.ts";

const packSchema = z.object({
  /** What the scanner typed; some put a star at both ends of Code 39. */
  scan: z
    .string()
    .transform((typed) => trackingNumber(typed).replace(/^\*|\*$/g, ""))
    .pipe(z.string().min(1, "Scan a slip first").max(60, "That is no number of ours")),
  order: z.string().max(9).default(""),
  /** `shownStatus` of the order on the page; empty: none was. */
  shown: z.string().max(60).default(""),
  key: z.string().max(60).default(""),
  carrier: z.string().trim().min(1).max(40).default("royal-mail"),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const visit = await requireStaff(request, "send");
  const { searchParams } = new URL(request.url);
  const number = numberIn({ number: searchParams.get("order") ?? undefined });
  const done = numberIn({ number: searchParams.get("done") ?? undefined });
  return json({
    order: number === 0 ? null : await findOrderPage(number, new URLSearchParams(), visit),
    done: done || null,
    carrier: searchParams.get("carrier"),
    formKey: newId("parcel"),
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "send");
  const form = await readForm(request, packSchema);
  if (!form.ok) return deskInvalid(form);
  const { carrier, key, scan } = form.value;
  const values = { order: form.value.order, carrier };
  const scanned = numberIn({ number: scan });
  if (scanned !== 0 && (await orderIdOf(scanned)))
    throw seeOther(deskPaths.pack({ order: scanned, carrier }));
  const number = numberIn({ number: form.value.order });
  if (number === 0) return deskInvalid({ errors: { scan: `There is no order ${scan}` }, values });
  const parcel = { number, carrier, tracking: scan, units: null, shown: form.value.shown || null, key };
  const done = await planSending(parcel, actor);
  if (!done.ok) return deskRefused(done, { values, field: "scan" });
  throw seeOther(deskPaths.pack({ done: number, carrier }));
}

export const meta = deskTitle("Pack");

export default deskPage<typeof loader, typeof action>(PackPage);
