/** The blocks of an e-mail document as HTML: tables and inline styles, which is what mail programs understand. */
import { markup, SafeHtml } from "#app/models/shared/safe-html.ts";

import type { EmailBlock, EmailLine } from "./document.ts";

export const SANS = new SafeHtml("'Figtree',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif");
export const SERIF = new SafeHtml("Georgia,'Times New Roman',serif");
export const INK = new SafeHtml("#252729");
export const PAPER = new SafeHtml("#f6f3ee");
export const MILK = new SafeHtml("#fdfcf9");
const INK_2 = new SafeHtml("#55544f");
const LINE = new SafeHtml("#ddd6ca");
const HOLLY = new SafeHtml("#1f4b3c");
const MUSTARD = new SafeHtml("#f3e5c3");
const BODY = markup`font:400 16px/24px ${SANS};color:${INK}`;
const SMALL = markup`font:400 15px/23px ${SANS};color:${INK_2}`;
const TOTAL = markup`padding:14px 0 0;font:400 22px/30px ${SERIF};color:${INK}`;
/** For those who hear the letter. Gmail takes `position` away, so it is made small instead of moved. */
const UNSEEN = new SafeHtml("font-size:0;line-height:0;max-height:0;overflow:hidden;mso-hide:all");
/** Width and height of a picture of goods, in pixels. */
const PICTURE_PX = "72";

/** Room for columns in a letter 600 pixels wide, less the space between them. */
const COLUMNS_PX = 510;
/** Outlook puts nothing side by side but cells. */
const OUTLOOK_ROW = new SafeHtml(
  '<!--[if mso]><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><![endif]-->',
);
const OUTLOOK_ROW_ENDS = new SafeHtml("<!--[if mso]></tr></table><![endif]-->");
const OUTLOOK_CELL = new SafeHtml('<!--[if mso]><td valign="top"><![endif]-->');
const OUTLOOK_CELL_ENDS = new SafeHtml("<!--[if mso]></td><![endif]-->");

export function emailBlock(block: EmailBlock): SafeHtml {
  switch (block.kind) {
    case "paragraph":
      return markup`<p style="margin:0;font:400 17px/27px ${SANS};color:${INK_2}">${block.text}</p>`;
    case "heading":
      return markup`<h2 style="margin:14px 0 0;font:400 22px/28px ${SERIF};color:${INK}">${block.text}</h2>`;
    case "button":
      return button(block);
    case "lines":
      return lines(block);
    case "sums":
      return sums(block);
    case "safety":
      return safety(block);
    case "columns":
      return columns(block);
    case "form":
      return form(block);
  }
}

/** Only an address that leads to a page; anything else leads nowhere. */
export function pageAddress(href: string): string {
  return /^https?:\/\//.test(href) ? href : "#";
}

type Block<Kind extends EmailBlock["kind"]> = Extract<EmailBlock, { kind: Kind }>;

/** A coloured cell round a link: Outlook draws no padding of a link, but that of a cell. */
function button({ label, href }: Block<"button">): SafeHtml {
  const look = markup`display:inline-block;padding:14px 30px;font:600 16px/24px ${SANS};color:${MILK}`;
  return markup`<table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="${HOLLY}"
 style="background:${HOLLY};border-radius:99px;mso-padding-alt:14px 30px"><a href="${pageAddress(href)}"
 style="${look};text-decoration:none;border-radius:99px">${label}</a></td></tr></table>`;
}

function lines({ caption, lines: goods }: Block<"lines">): SafeHtml {
  const hasPictures = goods.some(({ picture }) => picture);
  return markup`<table width="100%" cellpadding="0" cellspacing="0">
<caption style="${UNSEEN}">${caption}</caption>${goods.map((line) => goodsRow(line, hasPictures))}</table>`;
}

function goodsRow({ name, details, amount, picture, href }: EmailLine, hasPictures: boolean): SafeHtml {
  const title = markup`<strong style="font:400 19px/26px ${SERIF}">${name}</strong>`;
  const link = href ? markup`<a href="${pageAddress(href)}" style="color:${INK}">${title}</a>` : title;
  return markup`<tr>${hasPictures ? pictureCell(picture) : ""}
<td valign="top" style="padding:16px 12px 16px 0;border-top:1px solid ${LINE};${BODY}">${link}<span
 style="color:${INK_2}">${details.map(nextLine)}</span></td>
<td align="right" valign="top" style="padding:18px 0;border-top:1px solid ${LINE};${BODY};white-space:nowrap">
<strong>${amount}</strong></td></tr>`;
}

function pictureCell(picture: EmailLine["picture"]): SafeHtml {
  const image = picture
    ? markup`<img src="${pageAddress(picture.src)}" width="${PICTURE_PX}" height="${PICTURE_PX}" alt="${picture.alt}"
 style="display:block;border:0;border-radius:12px;font:400 12px/16px ${SANS};color:${INK_2}">`
    : "";
  const look = markup`padding:16px 14px 16px 0;border-top:1px solid ${LINE}`;
  return markup`<td width="72" valign="top" style="${look}">${image}</td>`;
}

function sums({ rows, total, note }: Block<"sums">): SafeHtml {
  const cells = rows.map(
    ({ label, amount }) => markup`<tr><td style="padding:3px 0;${BODY}">${label}</td>
<td align="right" style="padding:3px 0;${BODY}">${amount}</td></tr>`,
  );
  return markup`<table width="100%" cellpadding="0" cellspacing="0" style="border-top:1px solid ${LINE}">
<caption style="${UNSEEN}">What it came to</caption><tr><td colspan="2" height="12"></td></tr>${cells}
<tr><td style="${TOTAL}">${total.label}</td><td align="right" style="${TOTAL}">${total.amount}</td></tr>
<tr><td colspan="2" style="font:400 14px/20px ${SANS};color:${INK_2}">${note}</td></tr></table>`;
}

function safety({ title, items }: Block<"safety">): SafeHtml {
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${MUSTARD}"
 style="background:${MUSTARD};border-radius:16px"><tr><td style="padding:18px 22px;font:400 15px/23px ${SANS};color:${INK}">
<strong>${title}</strong>${items.map(nextLine)}</td></tr></table>`;
}

/** Side by side where there is room for two, also where no style sheet says so. */
function columns({ columns: parts }: Block<"columns">): SafeHtml {
  const width = String(COLUMNS_PX / Math.min(parts.length, 2));
  const look = markup`display:inline-block;width:100%;max-width:${width}px;vertical-align:top`;
  const cells = parts.map(
    (part) => markup`${OUTLOOK_CELL}<div style="${look}"><div style="${SMALL};padding:0 16px 12px 0">
<strong style="color:${INK}">${part.title}</strong>${part.lines.map(nextLine)}</div></div>${OUTLOOK_CELL_ENDS}`,
  );
  return markup`${OUTLOOK_ROW}${cells}${OUTLOOK_ROW_ENDS}`;
}

function form({ lines: parts }: Block<"form">): SafeHtml {
  const paragraphs = parts.map((part) => markup`<p style="margin:10px 0 0">${part}</p>`);
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"
 style="border:1px solid ${LINE};border-radius:16px"><tr><td style="padding:8px 22px 18px;${SMALL}">${paragraphs}</td>
</tr></table>`;
}

function nextLine(text: string): SafeHtml {
  return markup`<br>${text}`;
}
