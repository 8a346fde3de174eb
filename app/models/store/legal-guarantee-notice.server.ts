/** The notice as Annex I of Implementing Regulation (EU) 2025/1960 has it, without a style sheet of its own. */
import { drawQr } from "#app/models/shared/qr.server.ts";
import { markup, SafeHtml } from "#app/models/shared/safe-html.ts";

import { type LegalGuaranteeNotice, languagesOf } from "./legal-guarantee.ts";
import type { LegalGuaranteeText } from "./legal-guarantee-texts.ts";

/** Undefined where there is nothing to show, so that the data of the page stays as it was. */
export function legalGuaranteeNotice(
  texts: ReadonlyArray<LegalGuaranteeText>,
): LegalGuaranteeNotice | undefined {
  const [first] = texts;
  if (!first) return undefined;
  return { languages: languagesOf(texts), title: first.title, html: texts.map(noticeHtml).join("") };
}

function noticeHtml({ language, title, address, lines }: LegalGuaranteeText): string {
  const href = encodeURI(`https://${address}`);
  const { size, path } = drawQr(href);
  return markup`<section class="panel stack sm" lang="${language}" aria-label="${title}">
<h3>${band(title, language)}</h3>${written(lines.slice(0, -1))}
<p><a class="link" href="${href}" rel="noreferrer">${address}</a></p>
<svg width="120" height="120" viewBox="0 0 ${String(size)} ${String(size)}" shape-rendering="crispEdges" aria-hidden="true"><path fill="#fff" d="M0 0h${String(size)}v${String(size)}H0z"/><path d="${path}"/></svg>
${written(lines.slice(-1))}</section>`.text;
}

/** In units of the band: the title is as large as its letters let it be. */
const TITLE_MAX = 26;
const ROOM = 540;
const BLUE = "#039";
const YELLOW = "#ffed00";
const STAR = "l.75 2.3h2.42l-1.96 1.42.75 2.3-1.96-1.42-1.96 1.42.75-2.3-1.96-1.42h2.42z";

/** The twelve stars of the European flag and the title, white on its blue. */
function band(title: string, language: string): SafeHtml {
  const stars = Array.from({ length: 12 }, (_, hour) => {
    const angle = (hour * Math.PI) / 6;
    return `M${(45 + 20 * Math.sin(angle)).toFixed(1)} ${(26.7 - 20 * Math.cos(angle)).toFixed(1)}${STAR}`;
  });
  const size = Math.min(TITLE_MAX, ROOM / title.length).toFixed(1);
  return markup`<svg viewBox="0 0 480 60" role="img" aria-label="${title}"><path fill="${BLUE}" d="M0 0h480v60H0z"/><path fill="${YELLOW}" d="${stars.join("")}"/><text x="92" y="39" fill="#fff" font-size="${size}" font-weight="700">${title.toLocaleUpperCase(language)}</text></svg>`;
}

function written(lines: ReadonlyArray<string>): ReadonlyArray<SafeHtml> {
  return lines.map((line, index) => {
    if (line.startsWith("# ")) return markup`<p class="strong">${line.slice(2)}</p>`;
    if (!isEntry(line)) return markup`<p>${line}</p>`;
    const start = isEntry(lines[index - 1]) ? "" : "<ul class>";
    const end = isEntry(lines[index + 1]) ? "" : "</ul>";
    return markup`${new SafeHtml(start)}<li>${line}</li>${new SafeHtml(end)}`;
  });
}

function isEntry(line: string | undefined): boolean {
  return /^(?:•|\d\.) /.test(line ?? "");
}
