/** No text makes a regular expression of ours do more than linear work. */
import { list as namesOfBots } from "isbot";
import { expect, test } from "vitest";

import {
  complaintsAbout,
  looksWithoutBound,
  patternsIn,
  patternsOf,
} from "#tests/support/checks/patterns.ts";

/** Without what is remembered, and on a busy machine. */
const FIRST_RUN_MS = 600_000;

/**
 * Patterns that may do more than linear work, each with the longest text that reaches it and who sees to that. None
 * may be exponential.
 */
const BOUNDED: ReadonlyArray<readonly [at: string, verdict: string, because: string]> = [
  ["app/http/request/bot.server.ts", "not checked", "isbot's own patterns: the next test checks them"],
  [
    "app/http/server/link-token-cookie.server.ts",
    "2nd degree polynomial",
    "the front server refuses addresses over 2,048 characters",
  ],
  [
    "app/http/session/cookie-check.server.ts",
    "looks around without a bound",
    "reads the Set-Cookie texts that the shop itself has written",
  ],
];

test(
  "every regular expression of the shop and its commands runs in linear time, or on bounded text only",
  async () => {
    const patterns = patternsIn(["app", "scripts"]);
    const complaints = await complaintsAbout(patterns);

    // It has found them: literals, and those that are put together.
    expect(patterns.length).toBeGreaterThan(300);
    expect(patterns.map(({ source }) => source)).toContain("^cart_[A-Za-z0-9_-]{22}$");
    const isBounded = (complaint: string) =>
      BOUNDED.some(([at, verdict]) => complaint.startsWith(`${at}:`) && complaint.endsWith(`: ${verdict}`));
    expect(complaints.filter((complaint) => !isBounded(complaint))).toEqual([]);
    // An entry whose pattern has gone must go as well.
    const unused = BOUNDED.filter(([at]) => !complaints.some((complaint) => complaint.startsWith(`${at}:`)));
    expect(unused).toEqual([]);
  },
  FIRST_RUN_MS,
);

test(
  "the patterns that recognise bots run in linear time",
  async () => {
    const patterns = namesOfBots.map((source) => ({ at: "isbot", source, flags: "i" }));

    expect(await complaintsAbout(patterns)).toEqual([]);
  },
  FIRST_RUN_MS,
);

test.each([
  ["an exponential literal", "export const a = /^(?:a+)+$/;", "exponential"],
  ["a quadratic literal", "export const a = (t: string) => t.split(/\\s*;\\s*/);", "2nd degree polynomial"],
  [
    "one that is put together",
    'const W = "\\\\d+";\nexport const a = new RegExp(`${W}${W}x`);',
    "3rd degree polynomial",
  ],
  ["one in a list", 'export const a = RegExp(["(a|a)*", "b"].join(""));', "exponential"],
  [
    "one that a function is given",
    'function of(p: string) { return new RegExp(p); }\nof("(a*)*b");',
    "exponential",
  ],
  ["one that looks ahead without a bound", "export const a = /a(?!.*b)/;", "looks around without a bound"],
  ["one that nobody knows", "export const a = (p: string) => new RegExp(p);", "not checked"],
])("the slow pattern %s is reported", async (_what, code, expected) => {
  const complaints = await complaintsAbout(patternsOf("app/models/planted.ts", code));

  expect(complaints).toEqual([expect.stringContaining(expected)]);
  expect(complaints[0]).toMatch(/^app\/models\/planted\.ts:\d /);
});

test.each([
  ["(?=.{1,253}$)[a-z]+", false],
  ["(?<!vegan )leather", false],
  ["(?![*+])a+", false],
  ["(?:a+)(?=\\+)", false],
  ["(?=(?:\\d{3})+$)", true],
  ["a(?<=b\\s{2,})", true],
])("an unbounded look-around in %s is recognised", (source, expected) => {
  expect(looksWithoutBound(source)).toBe(expected);
});
