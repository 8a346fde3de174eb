import {
  columns,
  type Command,
  countFrom,
  minuteOf,
  newCommand,
  type Outcome,
  readWords,
} from "./command.ts";

const QUERY_MIN_CHARACTERS = 3;
const LIMIT_MAX = 500;

const HELP = `Usage: npm run shop -- customers find <text> [--limit <number>] [--json]

People with an account, and guests who have bought something, by a part of their email address or name, or by the
number of an order; those who ordered last come first. Shown are email address, name, since when there is an account,
and how many orders were paid: what is needed to know who it is. Addresses and orders are not.

  <text>     at least ${QUERY_MIN_CHARACTERS} characters
  --limit    show at most this many, default 20
  --json     print the result as JSON
  --help     this text

Exit codes: 0 someone was found, 1 no one was found, or it failed, 2 wrong usage.`;

type CommandOptions = Readonly<{ query: string; limit: number; isJson: boolean }>;

export const customersCommand: Command = newCommand<CommandOptions>({
  name: "customers",
  summary: "find people by email address, name or order number (customers find)",
  help: HELP,
  read: readArguments,
  work,
});

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, { limit: { type: "string" }, json: { type: "boolean" } } as const);
  const [verb, ...rest] = words?.positionals ?? [];
  const query = rest.join(" ").trim();
  const limit = countFrom(words?.values.limit ?? "20", LIMIT_MAX);
  if (verb !== "find" || query.length < QUERY_MIN_CHARACTERS || !limit) return null;
  return { query, limit, isJson: words?.values.json ?? false };
}

async function work({ query, limit }: CommandOptions): Promise<Outcome> {
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
