/** No email has news or offers, and none names another giver. */
import { button, type EmailContent, type EmailPart, type EmailWords } from "#app/models/email/document.ts";
import { returnSteps } from "#app/models/order/returns/return.ts";
import { shopEmail } from "#app/models/email/shop-email.ts";
import type { ReturnWay } from "#app/models/order/returns/return-way.ts";
import { sentences } from "#app/models/shared/text.ts";
import type { Store } from "#app/models/store/store.ts";

import { OWNER_EMAIL_WORDS } from "./owner-email.ts";

export type GiftListEmailTemplate = keyof typeof GIFT_LIST_EMAILS;

export type GiftListEmail = Readonly<{
  template: GiftListEmailTemplate;
  store: Store;
  origin: string;
  listName: string;
  family: string;
  owner: string;
  isToCoOwner: boolean;
  giftName: string;
  href: string;
  until: string;
  isBought: boolean;
  /** Of the family to a giver, without web addresses, or a line for each gift. */
  words: string;
  returned: Readonly<{ number: string; isForCredit: boolean; wayBack: ReturnWay | null }> | null;
  credit: Readonly<{ code: string; worth: string }> | null;
  spare: SpareGiftEmail | null;
  /** Where the giver lets the gift or the alert go, and with it all emails about it. */
  leaveHref: string | null;
}>;

export type SpareGiftEmail = Readonly<{
  /** What becomes of what was paid for it, in sentences. */
  money: string;
  /** Null: nothing can be given from the list any more. */
  listHref: string | null;
}>;

export function giftListEmail(about: GiftListEmail): EmailWords {
  const words = GIFT_LIST_EMAILS[about.template](about);
  return shopEmail(about.template, about, { ...words, blocks: [...words.blocks, ...wayToStop(about)] });
}

function wayToStop({ template, leaveHref, isToCoOwner }: GiftListEmail): ReadonlyArray<EmailPart> {
  if (leaveHref) return [`${leaveText(template)}: ${leaveHref}`];
  return isToCoOwner
    ? ["You get this email because you look after the list too. To stop, leave it on its page."]
    : [];
}

function leaveText(template: GiftListEmailTemplate): string {
  return template === "gift-alert-free"
    ? "Stop emails about this gift"
    : "Let the gift go, and get no more emails about it";
}

export type GiftListEmailWords = (about: GiftListEmail) => EmailContent;

/** By template. */
export const GIFT_LIST_EMAILS = {
  ...OWNER_EMAIL_WORDS,
  // To an address that somebody has only typed, so it repeats nothing else that they typed.
  "gift-list-confirm": ({ store, href }) => ({
    subject: `Confirm your gift list at ${store.name}`,
    preview: "One more step, and you can share your list.",
    heading: "Confirm your gift list",
    blocks: [
      `Someone has made a gift list at ${store.name} with this email address. If it was you, confirm the address, and you can share the list:`,
      button("Confirm your list", href),
      "You can use this link for 14 days. If this was not you, ignore this email: we’ll delete the list and your address.",
    ],
  }),
  "gift-list-open": ({ store, href }) => ({
    subject: `The link to your gift lists at ${store.name}`,
    preview: "It works once, for 30 minutes.",
    heading: "Open your gift lists",
    blocks: [
      "You asked us for a link to the gift lists of this email address.",
      button("Open your gift lists", href),
      "The link works once, for 30 minutes. If this was not you, ignore this email: nobody can open your lists without it.",
    ],
  }),
  "gift-claim-confirm": ({ store, giftName, href, until, isBought }) => ({
    subject: isBought ? `Confirm your gift: ${giftName}` : `Confirm your reservation: ${giftName}`,
    preview: `Open this email’s link by ${until}.`,
    heading: isBought ? "Confirm that you have bought it" : "Confirm your reservation",
    blocks: [
      isBought
        ? `You told us that you have bought ${giftName} from a gift list at ${store.name} somewhere else. Please confirm by ${until}, or it goes back on the list.`
        : sentences(
            `You have reserved ${giftName} from a gift list at ${store.name}`,
            `Please confirm by ${until}, or it goes back on the list`,
          ),
      button(isBought ? "Confirm your gift" : "Confirm your reservation", href),
      "On the same page you can change your message or let the gift go. If this was not you, ignore this email: we’ll send nothing more.",
    ],
  }),
  "gift-claim-made": ({ listName, giftName, href, until, isBought }) => ({
    subject: isBought ? `${giftName} is off the list` : `${giftName} is reserved for you`,
    preview: isBought ? "Nobody else will buy it." : `Until ${until}.`,
    heading: isBought ? "Thank you for telling us" : `Reserved for you until ${until}`,
    blocks: [
      isBought
        ? `You told us that you have bought ${giftName} for “${listName}” somewhere else. It is off the list now.`
        : `${giftName} for “${listName}” is reserved for you until ${until}. Nobody else can take it until then.`,
      button("Change your gift", href),
    ],
  }),
  "gift-claim-ending": ({ listName, giftName, href, until }) => ({
    subject: `Your reservation of ${giftName} ends soon`,
    preview: `It holds until ${until}.`,
    heading: `Reserved for you until ${until}`,
    blocks: [
      `Your reservation of ${giftName} for “${listName}” ends on ${until}. After that someone else can take it.`,
      button("Buy it or reserve it for longer", href),
    ],
  }),
  "gift-claim-ended": ({ listName, giftName, href }) => ({
    subject: `Your reservation of ${giftName} has ended`,
    preview: "It is back on the list.",
    heading: "Your reservation has ended",
    blocks: [
      `Your reservation of ${giftName} for “${listName}” has ended, and it is back on the list. If you would still like to give it, you can choose it again.`,
      button("View the list", href),
    ],
  }),
  "gift-claim-removed": ({ store, family, giftName, href, isBought }) => ({
    subject: `${family}: ${giftName} is off the list`,
    preview: isBought ? "Yours is still on its way." : "Your reservation is gone.",
    heading: `${giftName} is off the list`,
    blocks: [
      isBought
        ? sentences(
            `${family} have taken the ${giftName} off their list. Yours is still on its way. You can cancel the order until we pack it, or leave it as it is: they can return it to ${store.name}`,
          )
        : `${family} have taken the ${giftName} off their list. Your reservation is gone.`,
      button(isBought ? "View your order" : "View the list", href),
    ],
  }),
  "gift-claim-in-stock": ({ listName, giftName, href, until }) => ({
    subject: `${giftName} is back in stock`,
    preview: `It is reserved for you until ${until}.`,
    heading: "Back in stock",
    blocks: [
      `${giftName} for “${listName}” is back in stock, and you can buy it now. It is reserved for you on the list until ${until}. That holds no stock for you.`,
      button("Buy it here", href),
    ],
  }),
  "gift-alert-confirm": ({ store, giftName, href }) => ({
    subject: `Confirm your alert: ${giftName}`,
    preview: "One more step, and we’ll email you if it is free again.",
    heading: "Confirm your alert",
    blocks: [
      `You asked us to email you if ${giftName} on a gift list at ${store.name} is free again. Please confirm your email address:`,
      button("Confirm your alert", href),
      "You can use this link for 7 days. If this was not you, ignore this email: we’ll delete your address.",
    ],
  }),
  "gift-alert-free": ({ listName, giftName, href, until }) => ({
    subject: `${giftName} is free again`,
    preview: `We email the next giver at ${until}.`,
    heading: `${giftName} is free again`,
    blocks: [
      `${giftName} on “${listName}” is free again. You were the first to ask, so you are the first we email. If it is still free at ${until}, we email the next giver. Anyone who opens the list can take it meanwhile.`,
      button("Give it", href),
    ],
  }),
  "gift-claim-missing": ({ family, giftName, href }) => ({
    subject: `${family} have not had ${giftName} yet`,
    preview: "If you still mean to give it, there is nothing to do.",
    heading: "It has not arrived yet",
    blocks: [
      `${family} have not had the ${giftName} yet. If you still mean to give it, there is nothing to do. It is back on the list, so someone else can choose it too.`,
      button("View the list", href),
    ],
  }),
  "gift-list-revealed": ({ listName, href }) => ({
    subject: `See who gave what: ${listName}`,
    preview: "Your thank-you list is open.",
    heading: "See who gave what",
    blocks: [
      `Your thank-you list for “${listName}” is open. It shows each gift, who gave it and their message.`,
      button("Open your gift lists", href),
      "If your browser does not know your lists, ask for a link on that page.",
    ],
  }),
  "gift-list-closing": ({ listName, href, until }) => ({
    subject: `Your gift list closes on ${until}`,
    preview: "You can leave it open for longer.",
    heading: `Your list closes on ${until}`,
    blocks: [
      `“${listName}” closes on ${until}. Reservations then end. You can leave it open for three more months.`,
      button("Open your gift lists", href),
      "If your browser does not know your lists, ask for a link on that page.",
    ],
  }),
  "gift-list-closed": ({ listName, href }) => ({
    subject: `Your gift list is closed: ${listName}`,
    preview: "You can open it again for 90 days.",
    heading: "Your gift list is closed",
    blocks: [
      `“${listName}” is closed, and its reservations have ended. You can open it again for 90 days.`,
      button("Open your gift lists", href),
      "If your browser does not know your lists, ask for a link on that page.",
    ],
  }),
  "gift-list-news": ({ listName, words, href, isToCoOwner }) => ({
    subject: `New gifts: ${listName}`,
    preview: "See who has chosen what.",
    heading: "New gifts on your list",
    blocks: [
      `These gifts of “${listName}” have been given since our last email:`,
      ...words.split("\n").filter(Boolean),
      button("Open your gift lists", href),
      isToCoOwner
        ? "We email you once a day at most."
        : "We email you once a day at most. To stop these emails, edit your list and choose that gifts stay a surprise.",
    ],
  }),
  "gift-list-return": ({ store, giftName, href, returned, isToCoOwner }) => ({
    subject: `Send back ${giftName}`,
    preview: `Your returns number is ${returned?.number ?? ""}.`,
    heading: "Send it back to us",
    blocks: [
      `You asked to send back ${giftName}. Your returns number is ${returned?.number ?? ""}.`,
      ...(returned ? returnSteps(store, returned) : []),
      returned?.isForCredit
        ? `Once it is here, we email ${isToCoOwner ? "the list’s owner" : "you"} a discount code for what was paid for it. Nothing is taken off it for sending the gift back. We do not tell the giver.`
        : "Once it is here, we refund the giver and tell them.",
      button("View your gift list", href),
    ],
  }),
  "gift-list-credit": ({ giftName, credit, returned, until, href }) => ({
    subject: `Your credit for ${giftName}`,
    preview: "A discount code for anything in the shop.",
    heading: "Your credit",
    blocks: [
      `${returned ? `Thank you for sending back ${giftName}.` : `We have not sent ${giftName}, as you chose.`} Here is your ${credit?.worth ?? ""}, as a discount code:`,
      credit?.code ?? "",
      `Enter it in your basket, or at checkout when you give from a list. It works until ${until}, for anything in the shop. If an order comes to less, the rest stays on the code. If it comes to more, you pay the difference.`,
      button("Choose something", href),
    ],
  }),
  "gift-thanks": ({ family, giftName, words }) => ({
    subject: `A thank-you from ${family}`,
    preview: `For ${giftName}.`,
    heading: `A thank-you from ${family}`,
    blocks: [
      `${family} write to you about ${giftName}:`,
      ...words.split("\n").filter(Boolean),
      "They do not have your email address, and you cannot answer this email.",
    ],
  }),
  "gift-claim-spare": ({ family, giftName, spare, href }) => ({
    subject: `Two people bought the same gift: ${giftName}`,
    preview: "We have not sent yours.",
    heading: "Two people bought the same gift",
    blocks: [
      `Your payment for the ${giftName} arrived after the time for which we held it, and someone else has given it meanwhile. We have not sent yours. ${spare?.money ?? ""}`,
      `Neither ${family} nor the other giver hears of this.`,
      ...(spare?.listHref ? [button("Choose another gift", spare.listHref)] : []),
      button("View your order", href),
    ],
  }),
} satisfies Readonly<Record<string, GiftListEmailWords>>;
