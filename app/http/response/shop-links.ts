const LINK = /<a\s[^<>]*>/g;
/** To an address of this host that is not the desk's. */
const TO_SHOP = /\shref="(?=\/(?!\/|desk[/?#"]))/;

/** `html`, drawn by React, is a page of a desk with a host of its own, where a link without an origin would stay. */
export function withShopLinks(html: string, shopOrigin: string): string {
  return html.replace(LINK, (link) => link.replace(TO_SHOP, (start) => start + shopOrigin));
}
