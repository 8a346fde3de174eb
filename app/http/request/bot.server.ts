/**
 * Tells robots from people: a robot sees the same pages, but makes no histories and is not counted. What it sends by a
 * form counts as a person's: robots follow links and press no buttons, and people may call their browser what they like.
 */
import { createIsbotFromList, list } from "isbot";
import { LRUCache } from "lru-cache";

/** A browser without a window: what people test, print and help themselves with. It shops like any other. */
const WINDOWLESS_BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36";

/** Browsers of people whose short names look like those of programs, such as "w3m/0.5.3". */
const SMALL_BROWSER = /^(?:lynx|w3m|e?links|dillo|netsurf|edbrowse)[/ ]/i;

const namesRobot = createIsbotFromList(
  list.filter((pattern) => !new RegExp(pattern, "i").test(WINDOWLESS_BROWSER)),
);

/** Answers by name, for names come again and again, and telling them apart is a hundred patterns. */
const answers = new LRUCache<string, boolean>({ max: 1_000 });

/** True when the visitor calls itself a robot, or nothing at all. */
export function isRobot(request: Request): boolean {
  return isRobotAgent(request.headers.get("user-agent"));
}

/** The same by the User-Agent header alone. */
export function isRobotAgent(agent: string | null): boolean {
  if (!agent) return true;
  const known = answers.get(agent);
  if (known !== undefined) return known;
  const isNamed = !SMALL_BROWSER.test(agent) && namesRobot(agent);
  answers.set(agent, isNamed);
  return isNamed;
}
