import { resolve } from "node:path";
import { text } from "node:stream/consumers";

import { type Command, type Outcome } from "./command.ts";
import { filledSchema, verb, verbsCommand } from "./verbs.ts";

export const contentCommand: Command = verbsCommand({
  name: "content",
  summary: "check that articles and pages can be read (content check)",
  tables: "ignore",
  exitCodes: "Exit codes: 0 all can be read (or: logged in), 1 it cannot, 2 wrong usage.",
  verbs: {
    check: verb({
      about:
        "reads all articles and pages as the shop does. Of the repository: a mistake is named with file and line. Of a " +
        "Strapi server: whether it answers, whether the token may only read, what is left out and why",
      run: check,
    }),
    account: verb({
      about:
        "logs in to the Strapi server with the password on the standard input, asks who that is, and forgets it again. " +
        "The shop's own customers have nothing to do with these accounts",
      words: { identifier: filledSchema().describe("email address or user name") },
      run: ({ identifier }) => account(identifier),
    }),
  },
});

async function check(): Promise<Outcome> {
  const { config } = await import("#app/config.server.ts");
  if (config.content.provider === "embedded") return checkRepository();
  const { checkStrapi } = await import("#app/services/content/strapi-check.server.ts");
  const findings = await checkStrapi(config.content, config.images.remoteOrigins);
  const words = findings.map(
    ({ verdict, what, words: output }) => `${verdict.padEnd(4)}  ${what.padEnd(8)}  ${output}`,
  );
  const isDone = findings.every(({ verdict }) => verdict !== "fail");
  return { isDone, words: words.join("\n"), data: { ok: isDone, findings } };
}

async function checkRepository(): Promise<Outcome> {
  const { embeddedContent } = await import("#app/services/content/content-embedded.server.ts");
  try {
    // Any day will do: what is looked at are the files, with or without a database.
    const { articles, pages } = await embeddedContent(resolve("content"), {
      firstDay: async () => new Date(),
    }).state();
    const words = `${articles} articles and ${pages} pages of the repository can be read.`;
    return { isDone: true, words, data: { ok: true, articles, pages } };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "ContentError") throw error;
    return { isDone: false, words: error.message, data: { ok: false, mistake: error.message } };
  }
}

async function account(identifier: string): Promise<Outcome> {
  const { config } = await import("#app/config.server.ts");
  if (config.content.provider === "embedded") {
    const words = "The repository has no accounts: CONTENT_PROVIDER is embedded.";
    return { isDone: false, words, data: { ok: false } };
  }
  const { strapiAccounts } = await import("#app/services/content/strapi-accounts.server.ts");
  const { StrapiError } = await import("#app/services/content/strapi-error.ts");
  const accounts = strapiAccounts(config.content);
  try {
    await accounts.login({ identifier, password: (await text(process.stdin)).replace(/\r?\n$/, "") });
    const me = await accounts.me();
    accounts.logout();
    if (!me)
      return {
        isDone: false,
        words: "Logged in, but the server did not say who this account belongs to.",
        data: { ok: false },
      };
    return { isDone: true, words: `${me.username} <${me.email}>`, data: { ok: true, user: me } };
  } catch (error) {
    if (!(error instanceof StrapiError)) throw error;
    const { status, name, message } = error;
    return {
      isDone: false,
      words: `${status} ${name}: ${message}`,
      data: { ok: false, status, name, message },
    };
  }
}
