import { z } from "zod";

import { columns, type Command, minuteOf, type Outcome } from "./command.ts";
import { limitOf, verb, verbsCommand } from "./verbs.ts";

const QUERY_MIN_CHARACTERS = 3;
const TOO_SHORT = `Use at least ${QUERY_MIN_CHARACTERS} characters`;
const LIMIT_MAX = 500;

export const customersCommand: Command = verbsCommand({
  name: "customers",
  summary: "find people by email address, name or order number (customers find)",
  exitCodes: "Exit codes: 0 someone was found, 1 no one was found, or it failed, 2 wrong usage.",
  verbs: {
    find: verb({
      about:
        "people with an account, and guests who have bought something, by a part of their email address or name, or by " +
        "the number of an order; those who ordered last come first. Shown are email address, name, since when there is " +
        "an account, and how many orders were paid: what is needed to know who it is. Addresses and orders are not",
      words: {
        text: z.array(z.string()).min(1, TOO_SHORT).describe(`at least ${QUERY_MIN_CHARACTERS} characters`),
      },
      options: { limit: limitOf(20, LIMIT_MAX) },
      check: ({ text }) => (queryOf(text).length < QUERY_MIN_CHARACTERS ? `<text>: ${TOO_SHORT}.` : null),
      run: ({ text, limit }) => find(queryOf(text), limit),
    }),
  },
});

function queryOf(words: ReadonlyArray<string>): string {
  return words.join(" ").trim();
}

async function find(query: string, limit: number): Promise<Outcome> {
  const { findCustomers } = await import("#app/models/desk/customer-find.server.ts");
  const found = await findCustomers(query, limit);
  if (found.length === 0) return { isDone: false, words: `No customer found for "${query}".`, data: [] };
  const rows = found.map((one) => [
    one.email,
    one.name,
    one.id
      ? `account since ${one.since?.slice(0, 10) ?? ""}${one.isVerified ? "" : ", not verified"}`
      : "guest",
    one.orders,
    minuteOf(one.lastOrderAt),
  ]);
  return {
    isDone: true,
    words: columns(["email", "name", "who", "orders", "last order"], rows),
    data: found,
  };
}
