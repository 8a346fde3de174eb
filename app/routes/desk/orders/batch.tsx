import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { BatchPage } from "#app/components/desk/orders/batch-page.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import {
  findBatch,
  listLeft,
  type OrderBatch,
  standsStill,
  startUnpacking,
  stopBatch,
} from "#app/models/desk/batches/batches.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { findStore } from "#app/models/store/store.server.ts";

import { deskRefused, requireDeskForm } from "#app/routes/desk/desk.server.ts";
import { batchWords, leftRow } from "./batch-words.server.ts";

const REFRESH_SECONDS = 4;
const LEFT_A_PAGE = 50;

async function batchIn(params: LoaderFunctionArgs["params"]): Promise<OrderBatch> {
  const id = /^[1-9]\d{0,8}$/.test(params["batchId"] ?? "") ? Number(params["batchId"]) : 0;
  const found = await findBatch(id);
  if (!found) throw deskRefusal(refused("not-found"));
  return found;
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, "pack");
  const batch = await batchIn(params);
  const { searchParams } = new URL(request.url);
  const after = /^\d{1,6}$/.test(searchParams.get("after") ?? "") ? Number(searchParams.get("after")) : -1;
  const [left, isStill, store] = await Promise.all([
    listLeft(batch.id, { after, limit: LEFT_A_PAGE + 1 }),
    standsStill(batch),
    findStore(),
  ]);
  const isRunning = batch.endedAt === null;
  const refreshes = isRunning && !isStill && after < 0 && searchParams.get("refresh") !== "off";
  const shown = left.slice(0, LEFT_A_PAGE);
  const last = left.length > LEFT_A_PAGE ? shown.at(-1) : undefined;
  return json(
    {
      ...batchWords(batch, store),
      ...{ id: batch.id, isRunning, isStill, refreshes, formKey: newId("parcel") },
      left: shown.map(leftRow),
      next: last ? deskPaths.orderBatch(batch.id, { after: last.place }) : null,
    },
    { headers: refreshes ? { Refresh: String(REFRESH_SECONDS) } : {} },
  );
}

/** A header, because the page has no script that could fetch. */
export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get("Refresh");
  return refresh === null ? new Headers() : new Headers({ Refresh: refresh });
};

const stepSchema = z.object({
  intent: z.enum(["stop", "unpack"]),
  key: z.string().max(60).default(""),
});

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "pack");
  const { id } = await batchIn(params);
  const { intent, key } = await requireDeskForm(request, stepSchema);
  if (intent === "stop") {
    const done = await stopBatch(id, actor);
    if (!done.ok) return deskRefused(done);
    throw seeOther(deskPaths.orderBatch(id));
  }
  const begun = await startUnpacking(id, key, actor);
  if (!begun.ok) return deskRefused(begun);
  throw seeOther(deskPaths.orderBatch(begun.value.id));
}

export const meta = deskTitle<typeof loader>(({ data }) => (data ? data.heading : "Many orders"));

export default deskPage<typeof loader, typeof action>(BatchPage);
