/** /sitemap.xml: the files of the sitemap. */
import { shopOrigin } from "#app/http/origin.server.ts";
import { XML_HEADERS } from "#app/http/xml-response.server.ts";
import { listSitemapFiles } from "#app/models/sitemap.server.ts";
import { sitemapFileName, sitemapIndexText } from "#app/models/sitemap.ts";
import { paths } from "#app/paths.ts";

export async function loader() {
  const files = await listSitemapFiles();
  const addresses = files.map((file) => shopOrigin() + paths.sitemapFile(sitemapFileName(file)));
  return new Response(sitemapIndexText(addresses), { headers: XML_HEADERS });
}
