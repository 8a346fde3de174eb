import { shopOrigin } from "#app/http/request/origin.server.ts";
import { XML_HEADERS } from "#app/http/response/xml.server.ts";
import { listSitemapFiles } from "#app/models/seo/sitemap.server.ts";
import { sitemapFileName, sitemapIndexText } from "#app/models/seo/sitemap.ts";
import { paths } from "#app/paths.ts";

export async function loader() {
  const files = await listSitemapFiles();
  const addresses = files.map((file) => shopOrigin() + paths.sitemapFile(sitemapFileName(file)));
  return new Response(sitemapIndexText(addresses), { headers: XML_HEADERS });
}
