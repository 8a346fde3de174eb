import type { EmailBlock } from "#app/models/email/document.ts";
import type { Store } from "#app/models/store/store.ts";

import type { OrderLife } from "./fulfilment.ts";
import type { Order } from "./order.ts";

export type AboutOrder = Readonly<{
  order: Order;
  life: OrderLife;
  store: Store;
  /** "https://shop.example". */
  origin: string;
  link: string;
}>;

export type OrderEmailParts = Readonly<{
  subject: string;
  preview: string;
  heading: string;
  blocks: ReadonlyArray<EmailBlock>;
}>;

export function paragraph(text: string): EmailBlock {
  return { kind: "paragraph", text };
}

type Item = Readonly<{ name: string; quantity: number; detail?: string }>;

export function itemTable(title: string, items: ReadonlyArray<Item>): EmailBlock {
  const lines = items.map(({ name, quantity, detail }) => {
    const counted = quantity > 1 ? `${quantity} × ${name}` : name;
    return detail ? `${counted}: ${detail}` : counted;
  });
  return { kind: "columns", columns: [{ title, lines }] };
}
