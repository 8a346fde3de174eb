import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { NewBatchPage } from "#app/components/desk/orders/new-batch-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { BATCH_MAX, countPackable, startBatch } from "#app/models/desk/batches/batches.server.ts";
import { BULK_MAX } from "#app/models/desk/orders/order-list.server.ts";
import { SEND_ROWS_MAX } from "#app/models/desk/orders/sending-many.server.ts";
import { orderView } from "#app/models/desk/views.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { deskRefused, requireDeskForm } from "#app/routes/desk/desk.server.ts";
import { namedList, seenAt } from "#app/routes/desk/selection.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "pack");
  const { searchParams } = new URL(request.url);
  const { selection, query, view } = await namedList(searchParams, { role: staff.role, now: actor.now });
  const seen = seenAt(searchParams) ?? actor.now.toISOString();
  const [{ toPack, all }, store] = await Promise.all([countPackable(selection, seen), findStore()]);
  const count = (number: number) => number.toLocaleString(store.locale);
  return json({
    ...{ query, seen, title: orderView(view).title, formKey: newId("parcel") },
    seenText: dateTimeText(seen, store),
    length: Math.min(toPack, BATCH_MAX),
    lengthText: count(Math.min(toPack, BATCH_MAX)),
    cut: toPack > BATCH_MAX ? count(toPack) : null,
    others: all - toPack,
    othersText: count(all - toPack),
    slipsMax: BULK_MAX,
    sendMax: SEND_ROWS_MAX,
  });
}

const startSchema = z.object({ intent: z.literal("start"), key: z.string().min(1).max(60) }).passthrough();

export async function action({ request }: ActionFunctionArgs) {
  const { staff, actor } = await requireStaff(request, "pack");
  const form = await requireDeskForm(request, startSchema);
  const fields = form as Readonly<Record<string, string>>;
  const { selection, view } = await namedList(fields, { role: staff.role, now: actor.now });
  const list = { selection, seen: seenAt(fields), title: orderView(view).title };
  const done = await startBatch({ ...list, key: form.key }, actor);
  if (!done.ok) return deskRefused(done);
  throw seeOther(deskPaths.orderBatch(done.value.id));
}

export const meta = deskTitle("Pack many orders");

export default deskPage<typeof loader, typeof action>(NewBatchPage);
