import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";

import { deskPage, deskTitle } from "#app/components/desk/desk-page.tsx";
import { NewPageForm } from "#app/components/desk/pages/new-page-form.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { NO_PAGE_FIELDS, PAGE_KINDS } from "#app/models/content/page-fields.ts";
import { pageProblems, readPage } from "#app/models/desk/pages/page-form.ts";
import { makePage } from "#app/models/desk/pages/page-standing.server.ts";
import { isPageKind, pageIdOf } from "#app/models/desk/pages/page-states.server.ts";
import { isOwnContent } from "#app/models/content/content.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { refused } from "#app/models/shared/result.ts";
import { deskInvalid, deskRefused, requireDeskForm } from "#app/routes/desk/desk.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, "edit-pages");
  if (!isOwnContent()) throw deskRefusal(refused("content-elsewhere"));
  const given = new URL(request.url).searchParams.get("kind");
  const kind = isPageKind(given) ? given : "article";
  const heading = kind === "article" ? "New article" : "New information page";
  return json({ kind, heading, newKey: newId("page") });
}

const newPageSchema = z.object({
  kind: z.enum(PAGE_KINDS),
  key: z.string().min(1).max(60),
  title: z.string().default(""),
});

export async function action({ request }: ActionFunctionArgs) {
  const { actor } = await requireStaff(request, "edit-pages");
  const { kind, key, ...values } = await requireDeskForm(request, newPageSchema);
  const { title } = readPage(kind, values);
  const errors = pageProblems(kind, { ...NO_PAGE_FIELDS, title }, { isComplete: false, today: "" });
  const typed = { ...values, key };
  if (errors.title) return deskInvalid({ errors: { title: errors.title }, values: typed });
  const made = await makePage({ kind, title, requestKey: key }, actor);
  if (!made.ok) return deskRefused(made, { values: typed, field: "title" });
  throw seeOther(deskPaths.pageOf(pageIdOf(made.value), { done: "new" }));
}

export const meta = deskTitle<typeof loader>(({ data }) => data?.heading ?? "New page");

export default deskPage<typeof loader, typeof action>(NewPageForm);
