import { type EmailWords } from "#app/models/email/document.ts";
import { itemImage } from "#app/models/email/image.ts";
import { shopEmail } from "#app/models/email/shop-email.ts";
import { formatMoney, type Money } from "#app/models/shared/money.ts";
import type { Store } from "#app/models/store/store.ts";

/** An older cart gets no email, for example after a pause of the shop. */
export const EMAIL_UNTIL_HOURS = 72;

export type EmailItems = Readonly<{
  name: string;
  variantLabel: string | null;
  ageText: string | null;
  quantity: number;
  total: Money;
  image: string;
  href: string;
}>;

export type RecoveryEmail = Readonly<{
  store: Store;
  origin: string;
  items: ReadonlyArray<EmailItems>;
  href: string;
  leaveHref: string;
}>;

export function recoveryEmail(about: RecoveryEmail): EmailWords {
  const { store, origin, items, href, leaveHref } = about;
  const [first] = items;
  const others = items.length - 1;
  const what = `${first?.name ?? ""}${others > 0 ? ` and ${others} more` : ""}`;
  return shopEmail("basket-reminder", about, {
    subject: `Your basket at ${store.name}: ${what}`,
    preview: "We have saved your basket. Prices are today’s.",
    heading: "Your basket is still here",
    blocks: [
      "You left these items in your basket. If you still want them, you can go straight back to them.",
      {
        kind: "lines",
        caption: "What is in your basket",
        lines: items.map(({ name, image, ...line }) => ({
          name,
          details: detailsOf(line),
          amount: formatMoney(line.total, store.locale),
          image: itemImage(image, "", origin),
          href: line.href,
        })),
      },
      { kind: "button", label: "Go back to my basket", href },
      "Prices and stock were correct when we sent this email, and we cannot hold items for you. We’ll only remind you once about this basket.",
    ],
    links: [{ label: "Stop basket reminders", href: leaveHref }],
  });
}

function detailsOf({ variantLabel, ageText, quantity }: Omit<EmailItems, "name" | "image">) {
  return [variantLabel, ageText, `Quantity ${quantity}`].filter((text) => text !== null);
}
