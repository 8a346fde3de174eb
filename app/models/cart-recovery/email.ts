/** The letter about a basket that was left: what is in it, today's prices, and the way back. One for each basket. */
import type { EmailBlock, EmailWords } from "#app/models/email/document.ts";
import { goodsPicture } from "#app/models/email/image.ts";
import { closing } from "#app/models/email/legal-disclosures.ts";
import { letterWords } from "#app/models/email/render.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";
import type { Store } from "#app/models/store/store.ts";

/** A basket that was left longer ago gets no letter: not after a pause of the shop, and not when letters begin. */
export const LETTER_UNTIL_HOURS = 72;

/** One of the goods, as it can be bought today. */
export type LetterGoods = Readonly<{
  name: string;
  variantLabel: string | null;
  ageText: string | null;
  quantity: number;
  /** Today's, of all units. */
  total: Money;
  /** Picture file, under the picture folder. */
  image: string;
  /** The product's page, absolute. */
  href: string;
}>;

export type RecoveryEmail = Readonly<{
  store: Store;
  /** Where the shop lives, such as "https://shop.example". */
  origin: string;
  goods: ReadonlyArray<LetterGoods>;
  /** The signed link that brings the basket back. */
  href: string;
  /** Where these letters are ended. */
  leaveHref: string;
}>;

export function recoveryEmail({ store, origin, goods, href, leaveHref }: RecoveryEmail): EmailWords {
  const [first] = goods;
  const others = goods.length - 1;
  const what = `${first?.name ?? ""}${others > 0 ? ` and ${others} more` : ""}`;
  const end = closing(store, origin);
  return letterWords("basket-reminder", {
    language: store.locale,
    shopName: store.name,
    subject: `Your basket at ${store.name}: ${what}`,
    preview: "It is as you left it. Prices are today’s.",
    heading: "Your basket is still here",
    blocks: [
      paragraph(
        "You put these into your basket and left them there. If you still want them, they are one press away.",
      ),
      {
        kind: "lines",
        caption: "What is in your basket",
        lines: goods.map(({ name, image, ...line }) => ({
          name,
          details: detailsOf(line),
          amount: formatMoney(line.total, store.locale),
          picture: goodsPicture(image, "", origin),
          href: line.href,
        })),
      },
      { kind: "button", label: "Go back to my basket", href },
      paragraph(
        "Prices and stock are as they were when we wrote this; nothing is put aside for you. This is the only letter about this basket.",
      ),
    ],
    ...end,
    links: [{ label: "No more letters like this one", href: leaveHref }, ...end.links],
  });
}

function detailsOf({ variantLabel, ageText, quantity }: Omit<LetterGoods, "name" | "image">) {
  return [variantLabel, ageText, `Quantity ${quantity}`].filter((text) => text !== null);
}

function paragraph(text: string): EmailBlock {
  return { kind: "paragraph", text };
}
