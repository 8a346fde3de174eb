import type { Redirect } from "#app/models/catalogue/redirects/redirect.ts";

import { type Command, newCommand, type Outcome, readWords } from "./command.ts";

const HELP = `Usage: npm run shop -- redirects list [--json]
       npm run shop -- redirects add <old address> <new address> [--json]
       npm run shop -- redirects remove <old address> [--json]
       npm run shop -- redirects check [--json]

Visitors of an old address are redirected to the new one permanently (301), with their query. Addresses are paths of
this shop, such as /c/prams. An address that has a page shows its page, even with a redirect. When an import gives a
product, category or brand another slug, a redirect from its old address is added automatically ("renamed").

  list       list all redirects
  add        redirect an old address, replacing its earlier redirect. Redirects to the old address lead straight to
             the new one, and redirect loops are refused
  remove     remove a redirect
  check      find loops, chains, redirects that lead to no page and unused ones
  --json     print the result as JSON
  --help     this text

Exit codes: 0 done, 1 refused, failed or something found, 2 wrong usage.`;

export const redirectsCommand: Command = newCommand({
  name: "redirects",
  summary: "list, add, remove and check redirects",
  help: HELP,
  read: readArguments,
  work: outcomeOf,
});

type CommandOptions = Readonly<{ isJson: boolean }> &
  (
    | Readonly<{ verb: "list" | "check" }>
    | Readonly<{ verb: "add"; from: string; to: string }>
    | Readonly<{ verb: "remove"; from: string }>
  );

async function outcomeOf(options: CommandOptions): Promise<Outcome> {
  switch (options.verb) {
    case "list":
      return list();
    case "check":
      return check();
    case "add":
      return add(options.from, options.to);
    case "remove":
      return remove(options.from);
  }
}

async function list(): Promise<Outcome> {
  const { listRedirects } = await import("#app/models/catalogue/redirects/redirect.server.ts");
  const redirects = await listRedirects();
  const words = redirects.map(redirectText).join("\n");
  return { isDone: true, words: words || "There are no redirects.", data: redirects };
}

async function add(from: string, to: string): Promise<Outcome> {
  const { addRedirect } = await import("#app/models/catalogue/redirects/redirect.server.ts");
  const { pagesOfShop } = await import("#app/models/seo/pages-of-shop.server.ts");
  const { shopError } = await import("#app/models/platform/error-messages.ts");
  const pages = await pagesOfShop();
  const added = await addRedirect({ from, to, pages, now: new Date() });
  const words = added.ok ? redirectText(added.value) : `${shopError(added).message}.`;
  const data = { ok: added.ok, message: words, ...(added.ok ? added.value : { code: added.code }) };
  return { isDone: added.ok, words, data };
}

async function remove(from: string): Promise<Outcome> {
  const { removeRedirect } = await import("#app/models/catalogue/redirects/redirect.server.ts");
  const removed = await removeRedirect(from);
  const words = removed.ok ? `${from} leads nowhere else now.` : `${from} leads nowhere else.`;
  return { isDone: removed.ok, words, data: { ok: removed.ok, message: words, from } };
}

async function check(): Promise<Outcome> {
  const { listRedirects } = await import("#app/models/catalogue/redirects/redirect.server.ts");
  const { redirectProblems } = await import("#app/models/catalogue/redirects/redirect.ts");
  const { pagesOfShop } = await import("#app/models/seo/pages-of-shop.server.ts");
  const redirects = await listRedirects();
  const problems = redirectProblems(redirects, await pagesOfShop());
  const words =
    problems.length === 0
      ? `${redirects.length} redirects checked, no problems found.`
      : problems.map((problem) => `${problem.from} ${problem.words}`).join("\n");
  return { isDone: problems.length === 0, words, data: { redirects: redirects.length, problems } };
}

function redirectText({ from, to, source }: Redirect): string {
  return `${from} → ${to}${source === "renamed" ? " (renamed)" : ""}`;
}

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, { json: { type: "boolean" } });
  if (!words) return null;
  const [verb = "", ...addresses] = words.positionals;
  return requestedFor(verb, addresses, words.values.json ?? false);
}

function requestedFor(
  verb: string,
  addresses: ReadonlyArray<string>,
  isJson: boolean,
): CommandOptions | null {
  const [from = "", to = ""] = addresses;
  switch (`${verb} ${addresses.length}`) {
    case "list 0":
      return { verb: "list", isJson };
    case "check 0":
      return { verb: "check", isJson };
    case "add 2":
      return { verb: "add", from, to, isJson };
    case "remove 1":
      return { verb: "remove", from, isJson };
    default:
      return null;
  }
}
