import { button } from "#app/models/email/document.ts";

import type { GiftListEmailWords } from "./email.ts";

export const OWNER_EMAIL_WORDS = {
  "gift-list-co-owner": ({ store, owner, listName, href }) => ({
    subject: `${owner} asks you to look after a gift list`,
    preview: "You can edit and share it together.",
    heading: "Look after a gift list together",
    blocks: [
      `${owner} asks you to look after the gift list “${listName}” at ${store.name} together.`,
      "You can change the gifts, share the list, and see who gave what when it is no longer a surprise.",
      button("Look after the list", href),
      `You can use this link for 7 days. If you do not know ${owner}, ignore this email: we’ll delete your address.`,
    ],
  }),
  // To an address that somebody has only typed, so it repeats nothing else that they typed.
  "gift-list-move": ({ store, href }) => ({
    subject: `Move your gift list to this email address`,
    preview: "Nothing changes until you press the button.",
    heading: "Move your gift list here",
    blocks: [
      `Someone has asked us to move a gift list at ${store.name} to this email address. If it was you, open the link and press the button there:`,
      button("Move the list", href),
      "You can use this link for 24 hours. If this was not you, ignore this email: we’ll delete your address.",
    ],
  }),
  "gift-list-move-notice": ({ listName, href }) => ({
    subject: "Your gift list may move to another address",
    preview: "If this was not you, stop it.",
    heading: "Somebody would like to move your list",
    blocks: [
      `In a browser in which your gift list “${listName}” is open, somebody has asked us to move it to another email address. It moves when they press the button in the email we sent there. If it was you, there is nothing to do here.`,
      button("Stop the move", href),
      "If this was not you, stop it. That also closes your list in every other browser. The link works until 72 hours after the list has moved.",
    ],
  }),
  "gift-list-moved": ({ listName, href }) => ({
    subject: "Your gift list has a new email address",
    preview: "You can undo that for 72 hours.",
    heading: "Your gift list has moved",
    blocks: [
      `Your gift list “${listName}” now belongs to another email address. Browsers in which you opened it with this one cannot open it any more.`,
      button("Undo the move", href),
      "If this was not you, undo it. You can do that for 72 hours.",
    ],
  }),
} satisfies Readonly<Record<string, GiftListEmailWords>>;
