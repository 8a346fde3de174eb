import { expect, test } from "vitest";

import { hashPassword, isOutdatedHash, isPasswordRight } from "#app/models/customer/password-hash.server.ts";
import { passwordRefusal } from "#app/models/customer/password.ts";

const EMAIL = "hannah.okafor@example.com";

const codeOf = (password: string) => passwordRefusal(password, EMAIL)?.code ?? null;

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
  // Of the 3,000 most common of this length, of those that no rule knows: the first, one of the middle, and the last.
  ["sleepyhollow", "password-common"],
  ["lamborghini36", "password-common"],
  ["йцукенгшщзхъ", "password-common"],
  ["hannah.okafor1", "password-own-email"],
])("%s is refused: %s", (password, code) => {
  expect(codeOf(password)).toBe(code);
});

/** Random words, sentences with words and names that alone would be guessed, and what password managers make. */
const GOOD = [
  "quiet larch over water",
  "purple kettle sandwich",
  "CactusWindowMarble",
  "rainy tuesday pancakes",
  "Brave-Teapot-91-Canal",
  "my cat hates thunderstorms",
  "jam before cream, always",
  "Oliver plays the bassoon",
  "Charlotte lost a mitten in Leeds",
  "Newcastle for chips & gravy",
  "London, Leeds, then Margate",
  "emma daisy poppy iris",
  "password managers are fine",
  "Tr0ubador&3Hxk9",
  "9f2c7b1e4d8a",
  "xK7#pQ2vLm9z",
  "zR4mNw8sKd2Fq6",
  "vypkuh-nefhyw-9Syxje",
  "красная шапочка",
  "blåbærsyltetøy og ost",
  "🦊🐻🐸🦉🐝🦋🐢🐙🦀🐬🐳🦈",
  "        x7      q9z k",
];

test.each(GOOD)("the good password %s is accepted", (password) => {
  expect(codeOf(password)).toBeNull();
});

/** What the patterns must catch: a name, a place or a common word with a year or a mark, and sentences about passwords. */
const GUESSED_EARLY = [
  "thisismypassword",
  "Jonathan1234",
  "Charlotte2019!",
  "Elizabeth1987",
  "newcastleunited",
  "myfirstpassword1",
  "summertime2024",
  "aaaaaaaaaaab",
  "Christopher7!",
  "oliver&amelia21",
  "Muhammad20201",
  "1987Elizabeth!!",
  "J0nathan-2001",
  "Ch4rlotte2019!",
  "leedsunited99",
  "Edinburgh2026!",
  "nottinghamforest",
  "wolverhampton1",
  "manchestercity",
  "ILoveCharlotte!",
  "welcome2london!",
  "thisisnotapassword",
  "mynewpassword2",
  "mysecretword99",
  "passwordispassword",
  "enterthepassword",
  "Wintertime2025",
  "springtime-2026",
  "mydaughter2015",
  "happybirthday1!",
  "sweetheart2020",
  "aaaabbbbcccc",
  "111122223333",
  "aaaaaaaaabcde",
  "xyxyxyzzzyyxx",
  "!!!!!!!!!!ab1",
];

test.each(GUESSED_EARLY)("the common password %s is refused", (password) => {
  expect(codeOf(password)).toBe("password-common");
});

test("a password of 128 characters is accepted, with accents in both encodings", async () => {
  const composed = `é${"x7q2vk".repeat(21)}y`;
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

test("two passwords are hashed at a time, sixteen wait, and more are refused at once", async () => {
  const inOrder: Array<boolean> = [];
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      const result = await isPasswordRight(null, "whatever it may be");
      inOrder.push(result.ok);
    }),
  );

  // Nobody who is sent away waits for a hash.
  expect(inOrder).toEqual([...Array<boolean>(22).fill(false), ...Array<boolean>(18).fill(true)]);
  expect((await isPasswordRight(null, "and then the next")).ok).toBe(true);
});
