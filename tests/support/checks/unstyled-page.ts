/** What a page says to those who have its HTML alone: text browsers, screen readers, lists of links. */

/** Elements that begin and end a line, or have a space at their sides, without any style sheet. */
const APART =
  "address, article, aside, body, blockquote, br, button, caption, dd, details, dialog, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hr, img, input, legend, li, main, nav, ol, optgroup, option, p, pre, search, section, select, summary, svg, table, tbody, td, textarea, tfoot, th, thead, tr, ul";
const UNREAD = "script, style, template, title, noscript";

/** Pairs of texts in an address or a drawing that have no space between them: "14 Slad Road|Stroud". */
export function joinedTexts(document: Document): ReadonlyArray<string> {
  return [...document.querySelectorAll("address, svg[role=img]")].flatMap(joinedIn);
}

function joinedIn(element: Element): ReadonlyArray<string> {
  const found: Array<string> = [];
  let before: string | null = null;
  const read = (node: Node) => {
    if (node.nodeType === node.TEXT_NODE) {
      const text = node.textContent ?? "";
      if (text === "") return;
      if (before !== null && /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(text))
        found.push(`${before.slice(-30)}|${text.slice(0, 30)}`);
      before = text;
      return;
    }
    // Comments of React stand between the parts of one text.
    if (node.nodeType !== node.ELEMENT_NODE || (node as Element).matches(UNREAD)) return;
    const isApart = (node as Element).matches(APART);
    if (isApart) before = null;
    for (const child of node.childNodes) read(child);
    if (isApart) before = null;
  };
  read(element);
  return found;
}

/** Names of links in the main part that lead to different pages; a colour of one product is no other page. */
export function ambiguousLinks(document: Document): ReadonlyArray<string> {
  const targets = new Map<string, Set<string>>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>("main a[href]")) {
    const name = nameOf(link);
    targets.set(name, (targets.get(name) ?? new Set()).add(link.href.replace(/[?&]swatch=[\w-]+/, "")));
  }
  return [...targets]
    .filter(([, { size }]) => size > 1)
    .map(([name, to]) => `${name}: ${[...to].join(", ")}`);
}

function nameOf(link: Element): string {
  const ids = link.getAttribute("aria-labelledby")?.split(" ") ?? [];
  const parts = ids.map((id) => link.ownerDocument.getElementById(id)?.textContent ?? "");
  const images = [...link.querySelectorAll("img[alt]")].map((image) => image.getAttribute("alt") ?? "");
  const name = link.getAttribute("aria-label") ?? (ids.length > 0 ? parts.join(" ") : null);
  return (name ?? `${images.join(" ")} ${link.textContent}`).replace(/\s+/g, " ").trim();
}

/** Rows with several cells, below a head, of which none is the row's own head. */
export function headlessRows(document: Document): ReadonlyArray<string> {
  return [
    ...document.querySelectorAll("table:has(thead) tbody tr:has(td ~ td):not(:has(th, [role=rowheader]))"),
  ].map((row) => row.textContent.slice(0, 60));
}
