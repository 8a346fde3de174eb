import type { ActionFunctionArgs } from "@remix-run/node";

import { pathSegments } from "#app/http/request/path-params.ts";
import { deskRefusal, requireStaff } from "#app/http/request/require-staff.server.ts";
import { isDeskPath } from "#app/http/server/desk-host.server.ts";
import type { Article, InformationPage } from "#app/models/content/content.ts";
import { previewArticle, previewInformation } from "#app/models/desk/pages/page-preview.server.ts";
import { pageRefIn } from "#app/models/desk/pages/page-states.server.ts";
import { refused } from "#app/models/shared/result.ts";

/** Null for an address of the shop. Throws for who may not see it, and for a page that does not exist. */
export async function findArticlePreview(request: Request): Promise<Article | null> {
  const key = await previewedKey(request);
  if (key === null) return null;
  const article = await previewArticle(key, new Date());
  if (article === "no-image") throw deskRefusal(refused("page-image-unknown"));
  if (!article) throw deskRefusal(refused("NOT_FOUND"));
  return article;
}

export async function findInformationPreview(request: Request): Promise<InformationPage | null> {
  const key = await previewedKey(request);
  const page = key === null ? null : await previewInformation(key, new Date());
  if (key !== null && !page) throw deskRefusal(refused("NOT_FOUND"));
  return page;
}

async function previewedKey(request: Request): Promise<string | null> {
  if (!isPagePreview(request)) return null;
  await requireStaff(request, "see-pages");
  const ref = pageRefIn(pathSegments(request).slice(2, 4).join("/"));
  if (!ref) throw deskRefusal(refused("NOT_FOUND"));
  return ref.key;
}

export function pagePreviewMark(preview: object | null): Readonly<{ isPreview?: true }> {
  return preview ? { isPreview: true } : {};
}

export function isPagePreview(request: Request): boolean {
  return isDeskPath(new URL(request.url).pathname);
}

/** Throws for a form that is sent to a preview. */
export async function refuseFormInPreview(request: Request): Promise<void> {
  if (!isPagePreview(request)) return;
  await requireStaff(request, "see-pages");
  throw deskRefusal(refused("no-form"));
}

export async function noPageForm({ request }: ActionFunctionArgs): Promise<never> {
  await refuseFormInPreview(request);
  throw new Response(null, { status: 405, statusText: "Method Not Allowed" });
}
