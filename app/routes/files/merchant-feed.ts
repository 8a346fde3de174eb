import { shopOrigin } from "#app/http/request/origin.server.ts";
import { xmlStream } from "#app/http/response/xml.server.ts";
import { merchantFeed } from "#app/models/marketing/merchant-feed.server.ts";

export function loader() {
  return xmlStream(merchantFeed(shopOrigin(), new Date()));
}
