import { createCookie } from "@remix-run/node";
import { expect, test } from "vitest";

import {
  cartIdCookie,
  clearCartIdCookie,
  cookieSecrets,
  readCartId,
} from "#app/http/session/cookies.server.ts";
import { newId } from "#app/models/shared/generate-id.server.ts";
import { requestWith } from "#tests/support/people/browser-cookies.ts";

/** "name=value" of a Set-Cookie text. */
function pair(setCookie: string): string {
  return setCookie.split(";", 1)[0] ?? "";
}

test("a browser finds its cart again for ninety days, by a cookie that scripts cannot read, until it is cleared", async () => {
  const id = newId("cart");
  const cookie = await cartIdCookie(id);

  expect(await readCartId(requestWith(cookie))).toBe(id);
  for (const part of ["HttpOnly", "SameSite=Lax", "Path=/", `Max-Age=${90 * 86_400}`])
    expect(cookie).toContain(part);
  expect(cookie).not.toContain("Secure");
  expect(await clearCartIdCookie()).toContain("Max-Age=0");
});

test.each([
  ["no cookie", ""],
  ["an unsigned id", "cart-id=cart_AAAAAAAAAAAAAAAAAAAAAA"],
  ["nonsense", "cart-id=%E0%A4%A"],
  ["an empty value", "cart-id="],
  ["a broken signature", "cart-id=ImNhcnRfQUFBQUFBQUFBQUFBQUFBQUFBQUFBQSI%3D.AAAA"],
])("%s counts as a visitor without a cart, without an error", async (_, cookie) => {
  expect(await readCartId(requestWith(cookie))).toBeNull();
});

test("of several cookies of one name the first that verifies counts, in whatever order they come", async () => {
  const id = newId("cart");
  const own = pair(await cartIdCookie(id));
  const others = ["cart-id=old-platform-value", "cart-id=%E0%A4%A", "cart-id="];

  for (const header of [
    [...others, own],
    [own, ...others],
    ["x=1", others[0], own, others[1]],
  ])
    expect(await readCartId(requestWith(null, { Cookie: header.join("; ") }))).toBe(id);
  const tooMany = [...Array<string>(9).fill("cart-id=x"), own].join("; ");
  expect(await readCartId(requestWith(null, { Cookie: tooMany }))).toBeNull();
});

test("every changed character makes a signed cookie invalid", async () => {
  const [name, value = ""] = pair(await cartIdCookie(newId("cart"))).split("=");
  for (let index = 0; index < value.length; index += 7) {
    const other = value[index] === "A" ? "B" : "A";
    const tampered = `${name}=${value.slice(0, index)}${other}${value.slice(index + 1)}`;
    expect(await readCartId(requestWith(tampered)), tampered).toBeNull();
  }
});

test("a value signed for one cookie does not verify in another", async () => {
  const other = createCookie("shop-session", { secrets: cookieSecrets("shop-session") });
  const value = pair(await other.serialize(newId("cart"))).slice("shop-session=".length);

  expect(await readCartId(requestWith(`cart-id=${value}`))).toBeNull();
});

test("after a rotation old cookies still verify, and new ones are signed by the new secret", async () => {
  const oldMaster = "old-master-secret-of-enough-characters";
  const newMaster = "new-master-secret-of-enough-characters";
  const before = createCookie("x", { secrets: cookieSecrets("x", [oldMaster]) });
  const during = createCookie("x", { secrets: cookieSecrets("x", [newMaster, oldMaster]) });
  const after = createCookie("x", { secrets: cookieSecrets("x", [newMaster]) });
  const oldCookie = pair(await before.serialize("hello"));
  const newCookie = pair(await during.serialize("hello"));

  expect(await during.parse(oldCookie)).toBe("hello");
  expect(await after.parse(newCookie)).toBe("hello");
  expect(await after.parse(oldCookie)).toBeNull();
});
