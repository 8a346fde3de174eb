import { addressLines } from "#app/models/customer/address-book.ts";
import { sellerLines } from "#app/models/email/legal-disclosures.ts";
import { formatMoney } from "#app/models/shared/money.ts";
import { markup, SafeHtml } from "#app/models/shared/safe-html.ts";
import { dateText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";

import type { Order, OrderLine } from "./order.ts";
import { giftInstructions, type LineInstruction } from "./packing-instructions.ts";

type Slip = Readonly<{
  order: Order;
  store: Store;
  units: ReadonlyArray<number>;
}>;

const STYLE = new SafeHtml(
  "body{font:14px/1.5 system-ui,sans-serif;color:#252729;max-width:18cm;margin:1cm auto;padding:0 1cm}" +
    "h1{font:400 28px/1.2 Georgia,serif;margin:0 0 .2cm}table{width:100%;border-collapse:collapse;margin:.6cm 0}" +
    "th,td{text-align:left;padding:.2cm .3cm .2cm 0;border-top:1px solid #ddd6ca;vertical-align:top}" +
    ".w{font-size:16pt}th{font-weight:600}.n{text-align:right}.parties{display:flex;gap:2cm}.parties div{flex:1}p{margin:0 0 .2cm}" +
    "@media print{body{margin:0}tr{break-inside:avoid}}",
);

export function packingSlipHtml({ order, store, units }: Slip): string {
  const { showsPrices: hasPrices, lines: gifts } = giftInstructions(order);
  const lines = order.lines.flatMap((line, index) => {
    const count = units[index] ?? 0;
    return count > 0 ? [row(line, { count, hasPrices, store })] : [];
  });
  const price = hasPrices ? markup`<th class="n">Price each</th>` : "";
  return markup`<!doctype html>
<html lang="${store.locale}"><head><meta charset="utf-8"><title>Packing slip ${String(order.number)}</title>
<meta name="robots" content="noindex"><style>${STYLE}</style></head><body>
<h1>${store.name}</h1>
<p>Packing slip for order ${String(order.number)}, placed on ${dateText(order.placedAt, store)}</p>
<div class="parties"><div><b>To</b>${paragraphs(addressLines(order.deliveryAddress))}</div>
<div><b>From</b>${paragraphs([...sellerLines(store.company), store.contact.phone])}</div></div>
<table><thead><tr><th>Item number</th><th>Item</th><th class="n">Quantity</th>${price}<th>Packed</th></tr></thead>
<tbody>${lines}</tbody></table>
<p><b>${order.delivery.name}</b></p>${paragraphs(order.delivery.promises.map(({ what, when }) => [what, when].filter(Boolean).join(": ")))}
${gifts.map(giftNote)}${note("Gift message", order.giftMessage)}${note("Customer’s note", order.note)}
<p>Something missing or not right? ${store.contact.email}, ${store.contact.phone}. You have ${String(store.returns.ourReturnsDays)} days to return unused items.</p>
</body></html>
`.text;
}

type Shown = Readonly<{ count: number; hasPrices: boolean; store: Store }>;

function row(line: OrderLine, { count, hasPrices, store }: Shown): SafeHtml {
  const { personalisation } = line;
  const about = [line.name, personalisation ? personalisation.plainLabel : line.variantLabel]
    .filter(Boolean)
    .join(", ");
  const words = personalisation
    ? markup`<br>${personalisation.name}:<br><b class="w">“${personalisation.text}”</b>`
    : "";
  const price = hasPrices ? markup`<td class="n">${formatMoney(line.unitPrice, store.locale)}</td>` : "";
  return markup`<tr><td>${line.sku}</td><td>${about}${words}</td><td class="n">${String(count)}</td>${price}<td>☐</td></tr>
`;
}

function giftNote({ name, quantity, wrapping, message }: LineInstruction): SafeHtml {
  const words = [wrapping, message && `write on its card: ${message}`].filter(Boolean).join("; ");
  return markup`<p><b>${String(quantity)} × ${name}:</b> ${words}</p>
`;
}

function note(title: string, text: string | null): SafeHtml | string {
  return text === null
    ? ""
    : markup`<p><b>${title}:</b> ${text}</p>
`;
}

function paragraphs(lines: ReadonlyArray<string>): ReadonlyArray<SafeHtml> {
  return lines.map((line) => markup`<p>${line}</p>`);
}
