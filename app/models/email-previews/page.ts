import type { EmailWords } from "#app/models/email/document.ts";
import { type EmailTemplate, EMAIL_TEMPLATES } from "#app/models/email/templates.ts";
import { markup, SafeHtml } from "#app/models/shared/safe-html.ts";

/** Gmail cuts longer emails. */
export const EMAIL_MAX_BYTES = 102 * 1024;

const WIDTHS = ["640", "360"];

const STYLE = new SafeHtml(
  "body{font:16px/1.5 system-ui,sans-serif;color:#252729;background:#f6f3ee;margin:0;padding:32px}" +
    "h1{font:400 32px/1.2 Georgia,serif;margin:0 0 8px}h2{font:400 22px/1.3 Georgia,serif;margin:32px 0 8px}" +
    "a{color:#1f4b3c}table{border-collapse:collapse}td,th{text-align:left;padding:8px 24px 8px 0;vertical-align:top}" +
    "tr+tr td{border-top:1px solid #ddd6ca}.frames{display:flex;gap:24px;flex-wrap:wrap;align-items:flex-start}" +
    "iframe{border:1px solid #837b6e;border-radius:12px;height:900px;background:#ece6dc;max-width:100%}" +
    "pre{white-space:pre-wrap;max-width:48rem;background:#fdfcf9;border:1px solid #ddd6ca;border-radius:12px;padding:20px}",
);

export function emailListPage(emails: ReadonlyArray<EmailWords>): string {
  const rows = emails.map(
    ({ template, subject, html }) => markup`<tr><td><a href="/emails/${template}">${template}</a></td>
<td>${EMAIL_TEMPLATES[template]}</td><td>${subject}</td><td>${sizeText(html)}</td></tr>
`,
  );
  return page(
    "Emails",
    markup`<h1>Emails</h1><p>All ${String(emails.length)} emails that the shop sends, with samples. Nothing is sent.</p>
<table><thead><tr><th scope="col">Email</th><th scope="col">When</th><th scope="col">Subject</th>
<th scope="col">Size</th></tr></thead><tbody>${rows}</tbody></table>`,
  );
}

export function emailPage({ template, subject, text, html }: EmailWords): string {
  const frames = WIDTHS.map(
    (width) => markup`<iframe sandbox src="${partPath(template, "html")}" width="${width}"
 title="The email at ${width} pixels"></iframe>`,
  );
  return page(
    template,
    markup`<p><a href="/emails">All emails</a></p><h1>${subject}</h1>
<p>${EMAIL_TEMPLATES[template]}. ${sizeText(html)}. <a href="${partPath(template, "html")}">HTML alone</a>,
<a href="${partPath(template, "text")}">text alone</a></p>
<h2>HTML</h2><div class="frames">${frames}</div><h2>Text</h2><pre>${text}</pre>`,
  );
}

function partPath(template: EmailTemplate, part: "html" | "text"): string {
  return `/emails/${template}/${part}`;
}

function sizeText(html: string): string {
  const bytes = new TextEncoder().encode(html).byteLength;
  return `${(bytes / 1024).toFixed(1)} of ${EMAIL_MAX_BYTES / 1024} kB`;
}

function page(title: string, content: SafeHtml): string {
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body><main>${content}</main></body></html>
`.text;
}
