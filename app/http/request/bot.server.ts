/** Bots see the same pages, but are not counted. A form counts as a person's, whatever its User-Agent says. */
import { createIsbotFromList, list } from "isbot";
import { LRUCache } from "lru-cache";

/** Headless browsers, which people use for tests, printing and assistance, are not bots. */
const WINDOWLESS_BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36";

/** Text browsers whose User-Agent looks like a program's, such as "w3m/0.5.3". */
const SMALL_BROWSER = /^(?:lynx|w3m|e?links|dillo|netsurf|edbrowse)[/ ]/i;

const namesBot = createIsbotFromList(
  list.filter((pattern) => !new RegExp(pattern, "i").test(WINDOWLESS_BROWSER)),
);

/** By User-Agent, because a check takes a hundred patterns. */
const answers = new LRUCache<string, boolean>({ max: 1_000 });

/** True if the User-Agent names a bot or is missing. */
export function isBot(request: Request): boolean {
  return isBotUserAgent(request.headers.get("user-agent"));
}

export function isBotUserAgent(agent: string | null): boolean {
  if (!agent) return true;
  const known = answers.get(agent);
  if (known !== undefined) return known;
  const isNamed = !SMALL_BROWSER.test(agent) && namesBot(agent);
  answers.set(agent, isNamed);
  return isNamed;
}
