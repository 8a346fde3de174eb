import { expect, test } from "vitest";

import { personNameSchema } from "#app/models/customer/address-form.ts";
import { hasWebAddress, withoutWebAddresses } from "#app/models/shared/web-address.ts";

const HONEST = [
  "St.John",
  "J.R.R.",
  "Anne-Marie",
  "O’Neill",
  "van der Berg",
  "Łukasz",
  "Nguyễn Thị Minh Khai",
  "3rd Earl",
  "Jr.",
  "Hubert Blaine Wolfeschlegelsteinhausen",
  "and/or",
];

const DISHONEST = [
  "claim at https://evil.example",
  "WWW.evil.example",
  "evil.example/claim",
  "ftp://x",
  "x".repeat(41),
];

test.each([
  ...HONEST.map((name) => [name, "accepted"] as const),
  ...DISHONEST.map((name) => [name, "refused"] as const),
])("the name %s is %s", (name, answer) => {
  expect(personNameSchema("Enter a name").safeParse(name).success).toBe(answer === "accepted");
});

test("web addresses in a text are replaced, and the rest is unchanged", () => {
  const text = "Dear Ida,\nsee  https://evil.example/a or www.evil.example\tbye";

  expect(withoutWebAddresses(text)).toBe(
    "Dear Ida,\nsee  (web address removed) or (web address removed)\tbye",
  );
  expect(hasWebAddress(withoutWebAddresses(text))).toBe(false);
});
