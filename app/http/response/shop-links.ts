/** A link of React's HTML to an address of this host that is not the desk's. */
const SHOP_LINK = /(<a\b[^>]*?\shref=")(?=\/(?!\/|desk(?:[/?#"]|$)))/g;

/** `html` is a page of a desk with a host of its own, where a link without an origin would stay. */
export function withShopLinks(html: string, shopOrigin: string): string {
  return html.replace(SHOP_LINK, `$1${shopOrigin}`);
}
