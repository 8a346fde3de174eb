/** No topic that somebody has requested is lost, however requests and confirmations follow each other. */
import { expect, test } from "vitest";

import { db, inTransaction } from "#app/db/db.server.ts";
import type { Customer } from "#app/models/customer/customer.ts";
import { saveTopics, unsubscribe } from "#app/models/newsletter/consent.server.ts";
import {
  confirmSubscription,
  peekConfirmation,
  requestSubscription,
} from "#app/models/newsletter/subscription.server.ts";
import { findSubscriptionRow } from "#app/models/newsletter/subscription-row.server.ts";
import {
  getsNewsletter,
  type NewsletterTopic,
  readTopics,
  TOPICS,
} from "#app/models/newsletter/subscription.ts";
import { deliverEmails } from "#tests/support/people/newsletter.ts";
import { useTestDatabase } from "#tests/support/shops/database.ts";
import { rowsOf } from "#tests/support/shops/rows.ts";

useTestDatabase({ catalogue: "demo" });

const NOW = new Date();

type Act = "ask" | "subscribe" | "confirm";
const ACTS: ReadonlyArray<Act> = ["ask", "subscribe", "confirm"];
const SEQUENCES = ACTS.flatMap((first) =>
  ACTS.flatMap((second) => ACTS.map((third) => [first, second, third] as const)),
);
const STATES = ["pending", "subscribed", "unsubscribed", "unknown"] as const;

const visitorOf = (email: string) =>
  ({ id: "customer_none", email, isVerified: true }) as unknown as Customer;

/** Somebody with this address, and the links of all their emails. */
function person(email: string) {
  const confirmTokens: Array<string> = [];
  const offered = new Set<string>();
  const read = async () => {
    for (const mail of await deliverEmails()) {
      const text = (mail.text ?? "").replaceAll("&amp;", "&");
      for (const [, token = ""] of text.matchAll(/\/newsletter\/confirm\?token=([\w-]+)/g))
        confirmTokens.push(token);
      for (const [, query = ""] of text.matchAll(/\/newsletter\/preferences\?(\S+)/g))
        for (const topic of new URLSearchParams(query).getAll("add")) offered.add(topic);
    }
  };
  const request = (topics: ReadonlyArray<NewsletterTopic>, visitor: Customer | null) =>
    requestSubscription({ email, source: "page", topics, visitor }, NOW);
  return {
    ask: (topics: ReadonlyArray<NewsletterTopic>) => request(topics, null),
    subscribe: (topics: ReadonlyArray<NewsletterTopic>) => request(topics, visitorOf(email)),
    confirm: async () => {
      await read();
      for (const token of confirmTokens.splice(0)) await confirmSubscription(token, NOW);
    },
    /** What is subscribed, or has a link that adds it. */
    reached: async () => {
      await read();
      const row = await findSubscriptionRow(email);
      const subscribed = row?.state === "subscribed" ? readTopics(row.topics) : [];
      const waiting = await Promise.all(confirmTokens.map((token) => peekConfirmation(token, NOW)));
      return new Set<string>([...subscribed, ...offered, ...waiting.flatMap((topics) => topics ?? [])]);
    },
  };
}

/** What each act of a sequence asks for: no two the same. */
const REQUESTED: ReadonlyArray<ReadonlyArray<NewsletterTopic>> = [["baskets"], ["arrivals"], ["blog"]];

test.each(STATES)(
  "of an address that is %s each requested topic is subscribed or has a link",
  async (state) => {
    for (const [number, acts] of SEQUENCES.entries()) {
      const email = `${state}-${number}@example.com`;
      const someone = person(email);
      const requested = new Set<string>();
      if (state !== "unknown") {
        await (state === "pending" ? someone.ask(["news"]) : someone.subscribe(["news"]));
        if (state === "unsubscribed") {
          const row = await findSubscriptionRow(email);
          if (row)
            await inTransaction(async () => {
              await unsubscribe(row, NOW);
            });
        } else requested.add("news");
      }
      for (const [at, act] of acts.entries()) {
        await db().deleteFrom("rate_limits").execute();
        const topics = REQUESTED[at] ?? [];
        if (act === "confirm") await someone.confirm();
        else {
          await someone[act](topics);
          for (const topic of topics) requested.add(topic);
        }
      }

      const reached = await someone.reached();
      expect([acts, [...requested].filter((topic) => !reached.has(topic))]).toEqual([acts, []]);
    }
  },
);

const SETS = Array.from({ length: 2 ** TOPICS.length }, (_, bits) =>
  TOPICS.filter((_topic, at) => (bits & (2 ** at)) !== 0),
).filter((topics) => topics.length > 0);

test("the marketing service hears of a subscriber only where the newsletter is among the topics", async () => {
  for (const [number, topics] of SETS.entries()) {
    const email = `set-${number}@example.com`;
    const state = getsNewsletter({ state: "subscribed", topics: JSON.stringify(topics) })
      ? "subscribed"
      : "nonSubscribed";
    const reported = async () =>
      (await rowsOf("marketing_contacts", { email })).map((contact) => contact.state);

    await requestSubscription({ email, source: "page", topics, visitor: visitorOf(email) }, NOW);
    expect([topics, await reported()]).toEqual([topics, [state]]);

    await requestSubscription({ email, source: "page", topics: TOPICS, visitor: visitorOf(email) }, NOW);
    expect(await reported()).toEqual(["subscribed"]);
    const row = await findSubscriptionRow(email);
    await inTransaction(async () => {
      await saveTopics(row?.id ?? "", topics);
    });
    expect([topics, await reported()]).toEqual([topics, [state]]);
  }
});
