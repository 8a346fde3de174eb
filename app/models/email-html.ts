/** An e-mail document as HTML: tables and inline styles, which is what mail programs understand. */
import type { EmailBlock, EmailDocument } from "./email-document.ts";
import { markup, SafeHtml } from "./safe-html.ts";

const SANS = new SafeHtml("'Figtree',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif");
const SERIF = new SafeHtml("Georgia,'Times New Roman',serif");
const INK = new SafeHtml("#252729");
const INK_2 = new SafeHtml("#55544f");
const LINE = new SafeHtml("#ddd6ca");
const HOLLY = new SafeHtml("#1f4b3c");
const BODY = markup`font:400 16px/24px ${SANS};color:${INK}`;
const SMALL = markup`font:400 15px/23px ${SANS};color:${INK_2}`;
const TOTAL = markup`padding:14px 0 0;font:400 22px/30px ${SERIF};color:${INK}`;
const UNSEEN = new SafeHtml("position:absolute;left:-9999px");

/** What a narrow screen changes. */
const STYLE = new SafeHtml(
  "body{margin:0}a{color:#1f4b3c}@media(max-width:620px){" +
    ".px{padding-left:20px!important;padding-right:20px!important}" +
    ".h1{font-size:32px!important;line-height:38px!important}" +
    ".col{display:block!important;width:100%!important;padding:0 0 20px!important}}",
);

export function emailHtml(document: EmailDocument): string {
  const { language, subject, preview, shopName, heading, blocks } = document;
  return markup`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light only"><title>${subject}</title><style>${STYLE}</style></head>
<body style="margin:0;background:#ece6dc"><div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#ece6dc"><tr>
<td align="center" style="padding:24px 0"><div role="main">
<table role="presentation" width="600" cellpadding="0" cellspacing="0"
 style="width:100%;max-width:600px;background:#f6f3ee;border-radius:24px;overflow:hidden;text-align:left">
<tr><td class="px" style="padding:28px 40px 0;font:400 28px/34px ${SERIF};color:${HOLLY}">${shopName}</td></tr>
<tr><td class="px" style="padding:28px 40px 4px">
<h1 class="h1" style="margin:0;font:400 40px/46px ${SERIF};letter-spacing:-.02em;color:${INK}">${heading}</h1></td></tr>
${blocks.map(row)}<tr><td style="height:20px"></td></tr>
${footer(document)}</table></div></td></tr></table></body></html>
`.text;
}

function row(block: EmailBlock): SafeHtml {
  return markup`<tr><td class="px" style="padding:10px 40px">${content(block)}</td></tr>
`;
}

function content(block: EmailBlock): SafeHtml {
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

type Block<Kind extends EmailBlock["kind"]> = Extract<EmailBlock, { kind: Kind }>;

function button({ label, href }: Block<"button">): SafeHtml {
  const look = markup`display:inline-block;background:${HOLLY};color:#fdfcf9;font:600 16px/24px ${SANS}`;
  return markup`<a href="${pageAddress(href)}"
 style="${look};text-decoration:none;padding:14px 30px;border-radius:99px">${label}</a>`;
}

function lines({ caption, lines: goods }: Block<"lines">): SafeHtml {
  const rows = goods.map(
    ({ name, details, amount }) => markup`<tr>
<td style="padding:16px 12px 16px 0;border-top:1px solid ${LINE};${BODY}"><strong
 style="font:400 19px/26px ${SERIF}">${name}</strong><span style="color:${INK_2}">${details.map(nextLine)}</span></td>
<td align="right" valign="top" style="padding:18px 0;border-top:1px solid ${LINE};${BODY};white-space:nowrap">
<strong>${amount}</strong></td></tr>`,
  );
  return markup`<table width="100%" cellpadding="0" cellspacing="0">
<caption style="${UNSEEN}">${caption}</caption>${rows}</table>`;
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
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"
 style="background:#f3e5c3;border-radius:16px"><tr><td style="padding:18px 22px;font:400 15px/23px ${SANS};color:${INK}">
<strong>${title}</strong>${items.map(nextLine)}</td></tr></table>`;
}

function columns({ columns: parts }: Block<"columns">): SafeHtml {
  const cells = parts.map(
    (part) => markup`<td class="col" width="50%" valign="top" style="${SMALL};padding-right:16px">
<strong style="color:${INK}">${part.title}</strong>${part.lines.map(nextLine)}</td>`,
  );
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${cells}</tr></table>`;
}

function form({ lines: parts }: Block<"form">): SafeHtml {
  const paragraphs = parts.map((part) => markup`<p style="margin:10px 0 0">${part}</p>`);
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"
 style="border:1px solid ${LINE};border-radius:16px"><tr><td style="padding:8px 22px 18px;${SMALL}">${paragraphs}</td>
</tr></table>`;
}

function footer({ footer: sender, links }: EmailDocument): SafeHtml {
  const ends = links.map(
    ({ label, href }) => markup`<a href="${pageAddress(href)}" style="color:#e9efe9">${label}</a> &nbsp; `,
  );
  const look = markup`background:#17372c;padding:28px 40px;font:400 14px/22px ${SANS};color:#c8d6cb`;
  return markup`<tr><td class="px" style="${look}">${sender.map((line) => markup`${line}<br>`)}${ends}</td></tr>
`;
}

function nextLine(text: string): SafeHtml {
  return markup`<br>${text}`;
}

/** Only an address that leads to a page; anything else leads nowhere. */
function pageAddress(href: string): string {
  return /^https?:\/\//.test(href) ? href : "#";
}
