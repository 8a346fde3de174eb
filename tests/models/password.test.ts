import { expect, test } from "vitest";

import { hashPassword, isOutdatedHash, isPasswordRight } from "#app/models/password-hash.server.ts";
import { passwordRefusal } from "#app/models/password.ts";

const EMAIL = "hannah.okafor@example.com";

const codeOf = (password: string) => passwordRefusal(password, EMAIL)?.code ?? null;

test.each([
  "quiet larch over water",
  "Tr0ubador&3Hxk9",
  "9f2c7b1e4d8a",
  "красная шапочка",
  "🦊🐻🐸🦉🐝🦋🐢🐙🦀🐬🐳🦈",
  "        x7      q9z k",
])("%s may be a password", (password) => {
  expect(codeOf(password)).toBeNull();
});

test.each([
  ["elevenchars", "password-too-short"],
  ["🦊🦊🦊🦊🦊🦊", "password-too-short"],
  ["x9".repeat(65), "password-too-long"],
  ["aaaaaaaaaaaa", "password-common"],
  ["IngodwetrusT", "password-common"],
  ["4815162342lost", "password-common"],
  ["p030710p$e4o", "password-common"],
  ["abcabcabcabc", "password-common"],
  ["123456789012", "password-common"],
  ["qwertyuiopas", "password-common"],
  ["1qaz2wsx3edc", "password-common"],
  ["password1234", "password-common"],
  ["P@ssw0rd2026!", "password-common"],
  ["Passwordpassword", "password-common"],
  ["iloveyou123456", "password-common"],
  ["hollybough2026", "password-common"],
  ["WoodenToys2026", "password-common"],
  ["correct horse battery staple", "password-common"],
  ["hannah.okafor1", "password-own-email"],
])("%s may not: %s", (password, code) => {
  expect(codeOf(password)).toBe(code);
});

test("a password of 128 characters is taken whole, however its accents are written", async () => {
  const composed = `é${"x7".repeat(63)}y`;
  const decomposed = composed.normalize("NFD");
  expect(codeOf(composed)).toBeNull();

  const hashed = await hashPassword(composed);

  expect(hashed).toMatchObject({
    ok: true,
    value: expect.stringContaining("$argon2id$v=19$m=19456,t=2,p=1$"),
  });
  const stored = hashed.ok ? hashed.value : "";
  expect(isOutdatedHash(stored)).toBe(false);
  expect(await isPasswordRight(stored, decomposed)).toEqual({ ok: true, value: true });
  expect(await isPasswordRight(stored, composed.slice(0, -1))).toEqual({ ok: true, value: false });
  expect(await isPasswordRight(null, composed)).toEqual({ ok: true, value: false });
});

test("two passwords are hashed at a time, sixteen wait, and more are sent away at once", async () => {
  const started = performance.now();
  const refusedAfter: Array<number> = [];
  const results = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const result = await isPasswordRight(null, "whatever it may be");
      if (!result.ok) refusedAfter.push(performance.now() - started);
      return result.ok;
    }),
  );

  expect(results.filter(Boolean)).toHaveLength(18);
  expect(Math.max(...refusedAfter)).toBeLessThan(50);
  expect((await isPasswordRight(null, "and then the next")).ok).toBe(true);
});
