/** Markdown to HTML that is safe to show: everything passes an allow-list, headings stay below the page's h1. */
import { marked } from "marked";
import sanitizeHtml from "sanitize-html";

import { escapeHtml } from "#app/models/shared/safe-html.ts";

const HIGHEST_HEADING = 2;
const LOWEST_HEADING = 6;

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "blockquote", "hr", "br"],
    ...["a", "strong", "em", "b", "i", "s", "del", "code", "pre", "sub", "sup"],
    ...["table", "caption", "thead", "tbody", "tr", "th", "td", "figure", "figcaption", "img"],
  ],
  allowedAttributes: {
    a: ["href", "rel"],
    img: ["src", "alt", "width", "height", "loading"],
    th: ["scope", "colspan", "rowspan"],
    td: ["colspan", "rowspan"],
    ol: ["start"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  // A remote image would report each reader of the page to its host.
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !isOwnImage(attribs["src"] ?? ""),
};

/** Where an image of the text is shown from, an address under /image/; null when it may not be shown. */
export type ImageRule = (source: string) => string | null;

export function proseHtml(markdown: string, imageFor?: ImageRule): string {
  const text = withFewMarks(withClosedLinks(markdown.replace(WRITTEN_BULLET, "- ")));
  return safeHtml(parsed(text), imageFor);
}

/** A text in which quotations or lists are nested deeper than the parser can go is shown as it was typed. */
function parsed(markdown: string): string {
  try {
    return marked.parse(markdown, { async: false, gfm: true });
  } catch (error) {
    if (error instanceof RangeError) return `<p>${escapeHtml(markdown)}</p>`;
    throw error;
  }
}

/** As word processors copy a list: Markdown knows no such bullets, and would run the items together. */
const WRITTEN_BULLET = /^[ \t]*[•·▪◦‣][ \t\u00a0]+/gm;

/** Stars and underscores that may be emphasis; the parser looks for the partner of each, so its time grows with their square. */
const MARKS_MAX = 1_000;

/** Beyond {@link MARKS_MAX} they stand for themselves. */
function withFewMarks(markdown: string): string {
  let marks = 0;
  return markdown.replace(/\\.|[*_]/g, (mark) => {
    if (mark.startsWith("\\")) return mark;
    return (marks += 1) > MARKS_MAX ? `\\${mark}` : mark;
  });
}

const ADDRESS_MAX = 2_000;
const NESTED_MAX = 3;

/** The parser looks for the end of each link in all of the text: the bracket of one that has none stands for itself. */
function withClosedLinks(markdown: string): string {
  return markdown.replace(/\]\(/g, (mark, at: number) => (isClosed(markdown, at + 1) ? mark : "]\\("));
}

/** Of a bracket at `start`. Brackets in a title, between < and >, and behind a backslash do not count. */
function isClosed(text: string, start: number): boolean {
  const end = Math.min(text.length, start + ADDRESS_MAX);
  let open = 0;
  for (let at = start; at < end; at += 1) {
    const character = text[at] ?? "";
    if (character === "\\") at += 1;
    else if (isQuote(text, at)) at = closing(text, at, end);
    else if (character === "(") open += 1;
    else if (character === ")") open -= 1;
    if (open === 0 || open > NESTED_MAX) return open === 0;
  }
  return false;
}

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", "<": ">" };

/** A title stands behind a space, an address in angle brackets right behind the bracket. */
function isQuote(text: string, at: number): boolean {
  return text[at] === "<" ? text[at - 1] === "(" : /^\s["']/.test(text.slice(at - 1, at + 1));
}

/** The place itself where it is not closed. */
function closing(text: string, at: number, end: number): number {
  const found = text.slice(at + 1, end).indexOf(CLOSING[text[at] ?? ""] ?? "");
  return found === -1 ? at : at + 1 + found;
}

/** `html` from anywhere as safe HTML whose highest heading is an h2. */
export function safeHtml(html: string, imageFor: ImageRule = (source) => source): string {
  const shift = /<h1[\s>]/i.test(html) ? 1 : 0;
  const clean = sanitizeHtml(html, {
    ...ALLOWED,
    transformTags: { ...headings(shift), a: outsideLink, img: lazyImage(imageFor), th: columnHead },
  });
  return scrollableTables(withRowHeads(clean)).trim();
}

function headings(shift: number): Record<string, string> {
  const levels = [1, 2, 3, 4, 5, 6];
  const lowered = (level: number) => Math.min(Math.max(level + shift, HIGHEST_HEADING), LOWEST_HEADING);
  return Object.fromEntries(levels.map((level) => [`h${level}`, `h${lowered(level)}`]));
}

function outsideLink(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const href = attribs["href"] ?? "";
  const isOutside = /^\s*https?:/i.test(href);
  return { tagName, attribs: isOutside ? { href, rel: "noopener external" } : { href } };
}

function lazyImage(imageFor: ImageRule) {
  return (tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
    const src = imageFor(attribs["src"] ?? "") ?? "";
    return { tagName, attribs: { alt: "", ...sizeIn(attribs["title"]), ...attribs, src, loading: "lazy" } };
  };
}

/** Markdown has no place for the size of an image: its title may say it, as in "1600x1067". */
function sizeIn(title = ""): sanitizeHtml.Attributes {
  const [, width, height] = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(title) ?? [];
  return width && height ? { width, height } : {};
}

function isOwnImage(source: string): boolean {
  return source.startsWith("/image/") && new URL(source, "http://shop").pathname.startsWith("/image/");
}

function columnHead(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  return { tagName, attribs: { scope: "col", ...attribs } };
}

/** Markdown knows heads of columns only: the first of several cells of a row is its head, unless it is empty. */
function withRowHeads(html: string): string {
  return html.replace(
    /(<tr>\s*)<td>([^<]*(?:<(?!\/?(?:t[dr]|table)\b)[^<]*)*)<\/td>(\s*<td)/g,
    (found, ...[before = "", text = "", after = ""]: ReadonlyArray<string>) =>
      text.trim() === "" ? found : `${before}<th scope="row">${text}</th>${after}`,
  );
}

/** A wide table scrolls by itself, also by keyboard, named after the heading above it. */
function scrollableTables(html: string): string {
  let heading = "";
  let count = 0;
  return html.replace(
    /<h[2-6]>([^<]*(?:<(?!\/?h[2-6]>)[^<]*)*)<\/h[2-6]>|<table>|<\/table>/g,
    (found, title: string | undefined) => {
      if (found === "</table>") return "</table></div>";
      if (found !== "<table>") {
        heading = (title ?? "").replace(/<[^<>]*>/g, "").replaceAll('"', "&quot;");
        return found;
      }
      count += 1;
      const name = heading ? `Table ${count}: ${heading}` : `Table ${count}`;
      return `<div role="region" tabindex="0" aria-label="${name}"><table>`;
    },
  );
}
