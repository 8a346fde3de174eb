/** The label for a producer's guarantee of durability (Implementing Regulation (EU) 2025/1960, Annex II), drawn as its files are. */
import { drawQr } from "#app/models/shared/qr.server.ts";
import { markup, type SafeHtml } from "#app/models/shared/safe-html.ts";

import { type Durability, durabilityText } from "./durability.ts";

const ADDRESS = "europa.eu/youreurope/commercial-guarantee-durability/index.htm";
const BLUE = "#039";

/** The small display, which opens the whole label at the first click; with the product's name where there are several. */
export function durabilityLabel(durability: Durability, product = ""): string {
  const { brand, years } = durability;
  const { size, path } = drawQr(`https://${ADDRESS}`);
  const named = `GARAN: ${durabilityText(durability)}`;
  return markup`<details class="panel sm"><summary><svg viewBox="0 0 368 57" role="img" aria-label="${named}">
<path fill="#fff" stroke="${BLUE}" d="M.5.5h367v56H.5z"/>${yearsText(years, { x: 88, y: 44, size: 40 })}${calendar(96, 10, 38)}${title(150, 42, 34)}${shield(320, 8)}</svg>${product}</summary>
<div class="stack"><svg viewBox="0 0 270 284" role="img" aria-label="${named}"><path fill="#fff" stroke="${BLUE}" d="M.5.5h269v283H.5z"/>${title(6, 46, 46)}
<path stroke="${BLUE}" d="M6 58h257"/><text x="6" y="75" font-size="11" fill="#000">${brand}</text><text x="263" y="75" font-size="11" text-anchor="end" fill="#000">${durability.model}</text>
${yearsText(years, { x: 112, y: 152, size: 76 })}${calendar(120, 96, 56)}<svg x="190" y="84" width="74" height="74" viewBox="0 0 ${String(size)} ${String(size)}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${String(size)}v${String(size)}H0z"/><path fill="#000" d="${path}"/></svg>
<path stroke="${BLUE}" d="M6 172h257"/>${shield(12, 184)}</svg>
<p lang="en">${brand} guarantees for ${String(years)} years, free of charge, that the whole product lasts. Your legal guarantee does not depend on that.</p>
<p><a class="link" href="https://${ADDRESS}" rel="noreferrer">europa.eu/youreurope/commercial-guarantee-durability</a></p></div></details>`
    .text;
}

type At = Readonly<{ x: number; y: number; size: number }>;

/** Ends at `x`. */
function yearsText(years: number, { x, y, size }: At): SafeHtml {
  return markup`<text x="${String(x)}" y="${String(y)}" text-anchor="end" font-size="${String(size)}" font-weight="800" fill="${BLUE}">${String(years)}</text>`;
}

/** A tick after the letters. */
function title(x: number, y: number, size: number): SafeHtml {
  const end = x + size * 3.5;
  return markup`<text x="${String(x)}" y="${String(y)}" textLength="${String(end - x)}" font-size="${String(size)}" font-weight="800" fill="${BLUE}">GARAN</text><path fill="none" stroke="${BLUE}" stroke-width="4" d="M${String(end + 6)} ${String(y - 10)}l7 8 13-20"/>`;
}

/** A leaf of a calendar, with the days of a year. */
function calendar(x: number, y: number, size: number): SafeHtml {
  return markup`<svg x="${String(x)}" y="${String(y)}" width="${String(size)}" height="${String(size)}" viewBox="0 0 40 40"><path fill="#fff" stroke="${BLUE}" stroke-width="2" d="M2 6h36v32H2z"/><path fill="${BLUE}" d="M2 6h36v8H2zM10 2h4v8h-4zM26 2h4v8h-4z"/><text x="20" y="31" text-anchor="middle" font-size="14" font-weight="800" fill="${BLUE}">365</text></svg>`;
}

/** The reminder of the legal guarantee. */
function shield(x: number, y: number): SafeHtml {
  return markup`<svg x="${String(x)}" y="${String(y)}" width="36" height="41" viewBox="0 0 36 41"><path fill="${BLUE}" d="M18 0l17 5v16q0 14-17 20Q1 35 1 21V5z"/><text x="18" y="28" text-anchor="middle" font-size="22" font-weight="800" fill="#ffed00">G</text></svg>`;
}
