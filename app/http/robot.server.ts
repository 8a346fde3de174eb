/** Tells robots from people: a robot sees the same pages, but makes no carts, histories or counts. */
import { createIsbotFromList, list } from "isbot";

/** A browser without a window: what people test, print and help themselves with. It shops like any other. */
const WINDOWLESS_BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36";

const namesRobot = createIsbotFromList(
  list.filter((pattern) => !new RegExp(pattern, "i").test(WINDOWLESS_BROWSER)),
);

/** True when the visitor calls itself a robot, or nothing at all. */
export function isRobot(request: Request): boolean {
  const agent = request.headers.get("user-agent");
  return !agent || namesRobot(agent);
}
