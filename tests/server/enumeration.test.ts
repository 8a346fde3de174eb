/** Whether somebody has an account is in no header and no length of an answer. */
import { beforeAll, expect, test } from "vitest";

import { newCustomer, PASSWORD } from "#tests/support/people/customer/customer-visitor.ts";
import { type Answer, type Fields, Shopper } from "#tests/support/people/shopper.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

const PER_SIDE = 3;
/** Differ from answer to answer, whoever asks: the last answer of a connection says that it is the last. */
const CHANCE = ["date", "x-request-id", "set-cookie", "connection", "keep-alive"];
/** The policy names the page's scripts by their hash, and one of them holds the address as it was typed. */
const HASH = /'sha256-[^']+'/g;

const shop = useShop();

beforeAll(async () => {
  for (let index = 0; index < PER_SIDE; index += 1) await newCustomer(shop, known(index));
});

/** Two addresses of one length each: one with an account, one without. */
const known = (index: number) => `knownto${index}@example.com`;
const unknown = (index: number) => `strange${index}@example.com`;

/** Everything about an answer that somebody could look at. */
function looks({ status, location, headers, body }: Answer): string {
  const steady = Object.entries(headers).filter(([name]) => !CHANCE.includes(name));
  const cookies = (headers["set-cookie"] ?? []).map((line) => line.replace(/=[^;]*/, "="));
  return JSON.stringify({ status, location, length: Buffer.byteLength(body), steady, cookies }).replace(
    HASH,
    "hash",
  );
}

test.each<readonly [string, Fields, number]>([
  ["/login", { password: "not the password of anybody" }, 401],
  ["/forgot-password", {}, 303],
  ["/register", { firstName: "Ida", lastName: "Marsh", password: PASSWORD }, 303],
])("%s gives the same response for a known and an unknown email address", async (path, fields, status) => {
  const answers: Array<Answer> = [];
  for (let index = 0; index < PER_SIDE; index += 1)
    for (const email of [known(index), unknown(index)])
      answers.push(await new Shopper(shop.origin).post(path, { ...fields, email }));

  expect(answers[0]?.status).toBe(status);
  expect(new Set(answers.map(looks)).size).toBe(1);
});
