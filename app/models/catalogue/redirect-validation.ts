import { type Redirect, redirectChain, redirectKey } from "./redirect.ts";

export type RedirectProblem = Readonly<{
  from: string;
  to: string;
  kind: "loop" | "chain" | "dead" | "unused";
  words: string;
}>;

/** Pages outside the sitemap to which a redirect may lead. */
const OTHER_PAGES =
  /^\/(?:search|cart|favourites|compare|account|login|register|forgot-password|checkout|feeds|sitemap\.xml)(?:[/.?#]|$)/;

/** The problems of `redirects`, if exactly the addresses in `living` have a page. */
export async function redirectProblems(
  redirects: ReadonlyArray<Redirect>,
  living: ReadonlySet<string>,
): Promise<ReadonlyArray<RedirectProblem>> {
  const targets = new Map(redirects.map(({ from, to }) => [redirectKey(from), to]));
  const alive = new Set([...living].map(redirectKey));
  const problems: Array<RedirectProblem> = [];
  for (const { from, to } of redirects) {
    const { addresses, isLoop } = await redirectChain(from, (key) => targets.get(key) ?? null);
    const way = addresses.join(" → ");
    const report = (kind: RedirectProblem["kind"], words: string) => problems.push({ from, to, kind, words });
    const end = addresses.at(-1) ?? to;
    if (isLoop) report("loop", `leads in a circle: ${way}`);
    else if (addresses.length > 2) report("chain", `sends visitors on more than once: ${way}`);
    if (!isLoop && !alive.has(redirectKey(end)) && !OTHER_PAGES.test(end)) {
      report("dead", `leads to an address without a page: ${end}`);
    }
    if (alive.has(redirectKey(from)))
      report("unused", "is not used: the address has a page, and the page wins");
  }
  return problems;
}
