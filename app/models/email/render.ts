/**
 * Only this file renders emails, so each one has a template with a preview. For mail programs: tables 600 px wide,
 * inline styles, a colour and a background on everything (a dark mode inverts both), and nothing that must be loaded to
 * be read.
 */
import { markup, SafeHtml } from "#app/models/shared/safe-html.ts";
import { structuredText } from "#app/models/shared/schema-org.ts";

import type { EmailBlock, EmailDocument, EmailLine, EmailWords } from "./document.ts";
import type { EmailTemplate } from "./templates.ts";

const SANS = new SafeHtml("'Figtree',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif");
const SERIF = new SafeHtml("Georgia,'Times New Roman',serif");
const INK = new SafeHtml("#252729");
const PAPER = new SafeHtml("#f6f3ee");
const MILK = new SafeHtml("#fdfcf9");
const INK_2 = new SafeHtml("#55544f");
const LINE = new SafeHtml("#ddd6ca");
const HOLLY = new SafeHtml("#1f4b3c");
const MUSTARD = new SafeHtml("#f3e5c3");
const BODY = markup`font:400 16px/24px ${SANS};color:${INK}`;
const SMALL = markup`font:400 15px/23px ${SANS};color:${INK_2}`;
const TOTAL = markup`padding:14px 0 0;font:400 22px/30px ${SERIF};color:${INK}`;
/** For screen readers. Gmail removes `position`, so the text is made small instead of moved. */
const UNSEEN = new SafeHtml("font-size:0;line-height:0;max-height:0;overflow:hidden;mso-hide:all");
const IMAGE_PX = "72";

/** 600 pixels less the space between columns. */
const COLUMNS_PX = 510;
/** Outlook puts only table cells side by side. */
const OUTLOOK_ROW = new SafeHtml(
  '<!--[if mso]><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><![endif]-->',
);
const OUTLOOK_ROW_ENDS = new SafeHtml("<!--[if mso]></tr></table><![endif]-->");
const OUTLOOK_CELL = new SafeHtml('<!--[if mso]><td valign="top"><![endif]-->');
const OUTLOOK_CELL_ENDS = new SafeHtml("<!--[if mso]></td><![endif]-->");

function emailBlock(block: EmailBlock): SafeHtml {
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

function pageAddress(href: string): string {
  return /^https?:\/\//.test(href) ? href : "#";
}

type Block<Kind extends EmailBlock["kind"]> = Extract<EmailBlock, { kind: Kind }>;

/** Outlook ignores the padding of links. */
function button({ label, href }: Block<"button">): SafeHtml {
  const look = markup`display:inline-block;padding:14px 30px;font:600 16px/24px ${SANS};color:${MILK}`;
  return markup`<table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="${HOLLY}"
 style="background:${HOLLY};border-radius:99px;mso-padding-alt:14px 30px"><a href="${pageAddress(href)}"
 style="${look};text-decoration:none;border-radius:99px">${label}</a></td></tr></table>`;
}

function lines({ caption, lines: products }: Block<"lines">): SafeHtml {
  const hasImages = products.some(({ image }) => image);
  return markup`<table width="100%" cellpadding="0" cellspacing="0">
<caption style="${UNSEEN}">${caption}</caption>${products.map((line) => itemRow(line, hasImages))}</table>`;
}

function itemRow({ name, details, amount, image, href }: EmailLine, hasImages: boolean): SafeHtml {
  const title = markup`<strong style="font:400 19px/26px ${SERIF}">${name}</strong>`;
  const link = href ? markup`<a href="${pageAddress(href)}" style="color:${INK}">${title}</a>` : title;
  return markup`<tr>${hasImages ? imageCell(image) : ""}
<td valign="top" style="padding:16px 12px 16px 0;border-top:1px solid ${LINE};${BODY}">${link}<span
 style="color:${INK_2}">${details.map(nextLine)}</span></td>
<td align="right" valign="top" style="padding:18px 0;border-top:1px solid ${LINE};${BODY};white-space:nowrap">
<strong>${amount}</strong></td></tr>`;
}

function imageCell(image: EmailLine["image"]): SafeHtml {
  const content = image
    ? markup`<img src="${pageAddress(image.src)}" width="${IMAGE_PX}" height="${IMAGE_PX}" alt="${image.alt}"
 style="display:block;border:0;border-radius:12px;font:400 12px/16px ${SANS};color:${INK_2}">`
    : "";
  const look = markup`padding:16px 14px 16px 0;border-top:1px solid ${LINE}`;
  return markup`<td width="72" valign="top" style="${look}">${content}</td>`;
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

/** Side by side also without a style sheet. */
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

export function renderEmail(template: EmailTemplate, document: EmailDocument): EmailWords {
  return { template, subject: document.subject, text: emailText(document), html: emailHtml(document) };
}

const OAT = new SafeHtml("#ece6dc");
const HOLLY_DEEP = new SafeHtml("#17372c");
const MARK_PX = "36";
/** So that lists of messages do not show the beginning of the text after the preview. */
const FILLER = new SafeHtml("&#8204;&nbsp;".repeat(60));

/**
 * For wide screens only, because some programs on phones remove styles; the shop has no dark colours, so color-scheme
 * requests the light ones.
 */
const STYLE = new SafeHtml(
  ":root{color-scheme:light only;supported-color-schemes:light only}body{margin:0}a{color:#1f4b3c}" +
    "@media(min-width:621px){.px{padding-left:40px!important;padding-right:40px!important}" +
    ".h1{font-size:40px!important;line-height:46px!important}}",
);

/** Outlook renders with Word: pixels stay pixels, and missing fonts do not become Times. */
const FOR_OUTLOOK = new SafeHtml(
  '<!--[if mso]><xml xmlns:o="urn:schemas-microsoft-com:office:office"><o:OfficeDocumentSettings>' +
    "<o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>" +
    "<style>table{border-collapse:collapse}p,td,a{font-family:'Segoe UI',Arial,sans-serif!important}</style><![endif]-->",
);
/** Word knows no max-width. */
const OUTLOOK_OPENS = new SafeHtml(
  '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" align="center"><tr><td><![endif]-->',
);
const OUTLOOK_CLOSES = new SafeHtml("<!--[if mso]></td></tr></table><![endif]-->");

function emailHtml(document: EmailDocument): string {
  const { language, subject, preview, heading, blocks } = document;
  return markup`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light only"><meta name="supported-color-schemes" content="light only">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="x-apple-disable-message-reformatting"><title>${subject}</title><style>${STYLE}</style>
${FOR_OUTLOOK}${schemaMarkup(document)}</head>
<body style="margin:0;background:${OAT}"><div
 style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}${FILLER}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${OAT}" style="background:${OAT}"><tr>
<td align="center" style="padding:24px 0"><div role="main">${OUTLOOK_OPENS}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${PAPER}"
 style="width:100%;max-width:600px;background:${PAPER};border-radius:24px;overflow:hidden;text-align:left">
${head(document)}<tr><td class="px" style="padding:24px 20px 4px">
<h1 class="h1" style="margin:0;font:400 32px/38px ${SERIF};letter-spacing:-.02em;color:${INK}">${heading}</h1></td></tr>
${blocks.map(row)}<tr><td style="height:20px;line-height:20px">&nbsp;</td></tr>
${foot(document)}</table>${OUTLOOK_CLOSES}</div></td></tr></table></body></html>
`.text;
}

function row(block: EmailDocument["blocks"][number]): SafeHtml {
  return markup`<tr><td class="px" style="padding:10px 20px">${emailBlock(block)}</td></tr>
`;
}

/** No text can break out of the data. */
function schemaMarkup({ schemas = [] }: EmailDocument): SafeHtml {
  if (schemas.length === 0) return new SafeHtml("");
  return new SafeHtml(`<script type="application/ld+json">${structuredText(schemas)}</script>`);
}

function head({ shopName, origin }: EmailDocument): SafeHtml {
  return markup`<tr><td class="px" style="padding:28px 20px 0"><table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td style="padding-right:10px"><img src="${origin}/icon-192.png" width="${MARK_PX}" height="${MARK_PX}" alt=""
 style="display:block;border:0"></td><td><a href="${pageAddress(origin)}/"
 style="font:400 28px/36px ${SERIF};color:${HOLLY};text-decoration:none">${shopName}</a></td></tr></table></td></tr>
`;
}

function foot({ footer: sender, links }: EmailDocument): SafeHtml {
  const ends = links.map(
    ({ label, href }) => markup`<a href="${pageAddress(href)}"
 style="display:inline-block;padding:2px 18px 2px 0;color:${MILK}">${label}</a> `,
  );
  const look = markup`background:${HOLLY_DEEP};padding:28px 20px;font:400 14px/22px ${SANS};color:#c8d6cb`;
  return markup`<tr><td class="px" bgcolor="${HOLLY_DEEP}" style="${look}">${sender.map((line) => markup`${line}<br>`)}
<div style="padding-top:10px">${ends}</div></td></tr>
`;
}

const RULE = "----------------------------------------";

function emailText(document: EmailDocument): string {
  const parts = [
    document.heading,
    ...document.blocks.map(blockText),
    RULE,
    [...document.footer, ...document.links.map(({ label, href }) => `${label}: ${href}`)].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

function blockText(block: EmailBlock): string {
  switch (block.kind) {
    case "paragraph":
      return block.text;
    case "heading":
      return `${RULE}\n${block.text}`;
    case "button":
      return `${block.label}: ${block.href}`;
    case "lines":
      return block.lines
        .map(({ name, details, amount, href }) =>
          [`${name}: ${amount}`, ...[...details, ...(href ? [href] : [])].map(indented)].join("\n"),
        )
        .join("\n\n");
    case "sums":
      return [...block.rows, block.total]
        .map(({ label, amount }) => `${label}: ${amount}`)
        .concat(block.note)
        .join("\n");
    case "safety":
      return [block.title, ...block.items.map((item) => `- ${item}`)].join("\n");
    case "columns":
      return block.columns.map(({ title, lines }) => [title, ...lines.map(indented)].join("\n")).join("\n\n");
    case "form":
      return block.lines.map((line) => `> ${line}`).join("\n>\n");
  }
}

function indented(line: string): string {
  return `  ${line}`;
}
