/** Subscribers of the newsletter (requirement desk-27). */
import {
  countSubscriptions,
  findSubscriber,
  type ListedSubscriber,
  listSubscribers,
  removeSubscriber,
} from "#app/models/newsletter/admin-subscriptions.server.ts";
import {
  type ConsentSource,
  isConsentSource,
  SUBSCRIPTION_STATES,
  topicsText,
} from "#app/models/newsletter/subscription.ts";
import { textField } from "#app/models/resource/field.ts";
import { resource } from "#app/models/resource/resource.ts";
import { dateText, dateTimeText } from "#app/models/store/format-date.ts";

const fields = {
  id: textField({ label: "Number", typed: "never", max: 64 }),
  email: { ...textField({ label: "Email address", typed: "never", max: 254 }), isPersonal: true } as const,
};

const PLACES: Readonly<Record<ConsentSource, string>> = {
  footer: "at the foot of a page",
  page: "on the newsletter’s page",
  home: "on the home page",
  checkout: "at the checkout",
  registration: "when they opened an account",
  account: "in their account",
};

const UNKNOWN = "Before it was noted";
const topicsColumn = {
  label: "What for",
  text: ({ topics }: ListedSubscriber) => topicsText(topics),
};

export const newsletter = resource<typeof fields, ListedSubscriber, undefined>({
  ...{ name: "newsletter", kind: "subscriber", one: "subscriber", title: "Newsletter" },
  menu: { group: "customers", icon: "megaphone" },
  about: "Those who have confirmed their address, the last first.",
  ...{ see: "see-newsletter", edit: "help-customers" },
  fields,
  key: "id",
  called: "email",
  rows: {
    list: async ({ view, limit, ...query }) => (view === "subscribed" ? listSubscribers(limit, query) : []),
    async count({ view, text }) {
      const state = SUBSCRIPTION_STATES.find((each) => each === view);
      return text === "" && state ? countSubscriptions(state) : null;
    },
    find: findSubscriber,
    // Of two who unsubscribe an address, one finds it subscribed.
    lock: () => Promise.resolve(),
  },
  list: {
    columns: [
      "email",
      {
        label: "Confirmed",
        text: ({ confirmedAt }, store) => (confirmedAt === null ? UNKNOWN : dateText(confirmedAt, store)),
      },
      topicsColumn,
    ],
    views: [
      {
        ...{ key: "subscribed", title: "Subscribed" },
        empty: {
          title: "Nobody here",
          text: "Subscribers show here once they have confirmed their address.",
        },
      },
      {
        ...{ key: "pending", title: "To be confirmed" },
        empty: {
          title: "Not shown",
          text: "Addresses are shown here once their owners have confirmed them.",
        },
      },
      {
        ...{ key: "unsubscribed", title: "Unsubscribed" },
        empty: { title: "Not kept", text: "The shop keeps no address of somebody who has left." },
      },
    ],
    find: "A part of a confirmed address",
    // A source may be of another version of the shop.
    note: ({ source }) => `Agreed ${isConsentSource(source) ? PLACES[source] : source}`,
  },
  facts: [
    topicsColumn,
    { label: "Agreed", text: ({ consentAt }, store) => dateTimeText(consentAt, store) },
    { label: "Words they saw", text: ({ wording }) => `version ${wording}` },
    {
      label: "Confirmed",
      text: ({ confirmedAt }, store) => (confirmedAt === null ? UNKNOWN : dateTimeText(confirmedAt, store)),
    },
  ],
  commands: {
    remove: {
      ...{ label: "Unsubscribe", logged: "removed", log: "Unsubscribed" },
      done: "has been unsubscribed. The shop no longer keeps the address.",
      warning: {
        title: "Asked to leave?",
        text: "The address is deleted at once; what stays is a code that stops the shop from writing to it. Only its owner can subscribe again.",
      },
      run: ({ email }, { now }) => removeSubscriber(email, now),
      undo: null,
    },
  },
});
