import { button, type EmailContent, type EmailWords } from "#app/models/email/document.ts";
import { shopEmail } from "#app/models/email/shop-email.ts";
import type { Store } from "#app/models/store/store.ts";

export type AlertEmailTemplate = "confirm" | "waiting" | "back";

export type AlertEmail = Readonly<{
  template: AlertEmailTemplate;
  store: Store;
  origin: string;
  name: string;
  productHref: string;
  confirmHref: string | null;
  leaveHref: string;
}>;

export function alertEmail(about: AlertEmail): EmailWords {
  const words = TEMPLATES[about.template](about);
  const stop = `Stop stock alerts to this address: ${about.leaveHref}`;
  return shopEmail(`stock-alert-${about.template}`, about, { ...words, blocks: [...words.blocks, stop] });
}

const TEMPLATES: Readonly<Record<AlertEmailTemplate, (about: AlertEmail) => EmailContent>> = {
  confirm: ({ store, name, confirmHref }) => ({
    subject: `Confirm your stock alert for ${name}`,
    preview: "One more step, and we’ll email you when it is back in stock.",
    heading: "Confirm your stock alert",
    blocks: [
      `We received a request to email this address from ${store.name} when ${name} is back in stock. Please confirm that it was you:`,
      button("Email me when it’s back", confirmHref ?? ""),
      "You can use this link for 7 days. If this was not you, ignore this email: we’ll delete your address and send nothing more.",
    ],
  }),
  waiting: ({ name, productHref }) => ({
    subject: `We’ll email you when ${name} is back`,
    preview: "Your stock alert is set up.",
    heading: "Your stock alert is set up",
    blocks: [
      `We’ll email you once when ${name} is back in stock. We email people in the order they signed up. If only a few come back, those who have waited longest hear a day before everyone else.`,
      button(`View ${name}`, productHref),
    ],
  }),
  back: ({ name, productHref }) => ({
    subject: `${name} is back in stock`,
    preview: "We cannot hold one for you.",
    heading: `${name} is back in stock`,
    blocks: [
      `You asked us to email you when ${name} is back in stock, and now it is. We cannot hold one for you and do not know how long stock will last.`,
      button(`Buy ${name}`, productHref),
      "This is the only email you’ll get about this alert. We delete your address from it within a week.",
    ],
  }),
};
