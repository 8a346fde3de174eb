/**
 * An e-mail document as HTML that mail programs understand: tables 600 px wide, inline styles, a colour and a ground
 * on everything (a dark mode turns both), and nothing that has to be fetched to be read.
 */
import { markup, SafeHtml } from "#app/models/shared/safe-html.ts";
import { structuredText } from "#app/models/shared/schema-org.ts";

import { emailBlock, INK, MILK, pageAddress, PAPER, SANS, SERIF } from "./blocks.ts";
import type { EmailDocument } from "./document.ts";

const OAT = new SafeHtml("#ece6dc");
const HOLLY_DEEP = new SafeHtml("#17372c");
const HOLLY = new SafeHtml("#1f4b3c");
/** Width and height of the shop's mark, in pixels. */
const MARK_PX = "36";
/** Fills the line after the subject, so that a list of messages does not go on with the letter itself. */
const FILLER = new SafeHtml("&#8204;&nbsp;".repeat(60));

/**
 * What a wide screen changes: the letter itself is made for a phone, where some programs take styles away. The shop has
 * no dark colours, so programs are asked to keep the light ones.
 */
const STYLE = new SafeHtml(
  ":root{color-scheme:light only;supported-color-schemes:light only}body{margin:0}a{color:#1f4b3c}" +
    "@media(min-width:621px){.px{padding-left:40px!important;padding-right:40px!important}" +
    ".h1{font-size:40px!important;line-height:46px!important}}",
);

/** Outlook draws with Word: pixels as they are, no Times for fonts that it does not have. */
const FOR_OUTLOOK = new SafeHtml(
  '<!--[if mso]><xml xmlns:o="urn:schemas-microsoft-com:office:office"><o:OfficeDocumentSettings>' +
    "<o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>" +
    "<style>table{border-collapse:collapse}p,td,a{font-family:'Segoe UI',Arial,sans-serif!important}</style><![endif]-->",
);
/** Word knows no max-width: it gets a table of that width round the letter. */
const OUTLOOK_OPENS = new SafeHtml(
  '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" align="center"><tr><td><![endif]-->',
);
const OUTLOOK_CLOSES = new SafeHtml("<!--[if mso]></td></tr></table><![endif]-->");

export function emailHtml(document: EmailDocument): string {
  const { language, subject, preview, heading, blocks } = document;
  return markup`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light only"><meta name="supported-color-schemes" content="light only">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="x-apple-disable-message-reformatting"><title>${subject}</title><style>${STYLE}</style>
${FOR_OUTLOOK}${things(document)}</head>
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

/** Data, from which no text can break out. */
function things({ things: said = [] }: EmailDocument): SafeHtml {
  if (said.length === 0) return new SafeHtml("");
  return new SafeHtml(`<script type="application/ld+json">${structuredText(said)}</script>`);
}

/** The name is text: where pictures are not loaded it is still there. */
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
