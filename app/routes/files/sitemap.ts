import type { LoaderFunctionArgs } from "@remix-run/node";

import { shopOrigin } from "#app/http/request/origin.server.ts";
import { notFound } from "#app/http/response/responses.server.ts";
import { xmlStream } from "#app/http/response/xml.server.ts";
import { listSitemapFiles, sitemapEntries } from "#app/models/seo/sitemap.server.ts";
import {
  readSitemapFileName,
  SITEMAP_CLOSING,
  SITEMAP_OPENING,
  sitemapEntryText,
  type SitemapFile,
} from "#app/models/seo/sitemap.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const file = readSitemapFileName(params["file"] ?? "");
  const known = file ? await listSitemapFiles() : [];
  if (!file || !known.some(({ kind, number }) => kind === file.kind && number === file.number)) {
    throw notFound(request);
  }
  return xmlStream(fileText(file));
}

async function* fileText(file: SitemapFile): AsyncGenerator<string> {
  const origin = shopOrigin();
  yield SITEMAP_OPENING;
  for await (const entry of sitemapEntries(file)) yield sitemapEntryText(entry, origin);
  yield SITEMAP_CLOSING;
}
