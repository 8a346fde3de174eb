import { expect, test } from "vitest";

import { formProof, isFormProof, type ProvenForm } from "#app/http/server/form-proof.server.ts";

const NOW = new Date("2026-11-23T10:00:00Z");
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const PROVEN: ProvenForm = {
  browser: "AAAAAAAAAAAAAAAAAAAAAA",
  url: "/cart",
  form: Buffer.from("intent=add&variantId=5004"),
};

test("a proof is valid for the browser, the address and the form that it was made for", () => {
  expect(isFormProof(formProof(PROVEN, NOW), PROVEN, NOW)).toBe(true);
  expect(isFormProof(formProof(PROVEN, NOW), PROVEN, minutesLater(29))).toBe(true);
});

test.each<readonly [what: string, Partial<ProvenForm>]>([
  ["another browser", { browser: "BAAAAAAAAAAAAAAAAAAAAA" }],
  ["another address", { url: "/account/details" }],
  ["another query", { url: "/cart?index" }],
  ["another form", { form: Buffer.from("intent=add&variantId=5005") }],
  ["no form", { form: Buffer.alloc(0) }],
  ["an address that runs into the form", { url: "/cartintent=add", form: Buffer.from("&variantId=5004") }],
])("a proof is invalid for %s", (_, other) => {
  expect(isFormProof(formProof(PROVEN, NOW), { ...PROVEN, ...other }, NOW)).toBe(false);
});

test("a proof is invalid after 30 minutes, and with a later expiry written into it", () => {
  const proof = formProof(PROVEN, NOW);
  const [ends = "", signed = ""] = proof.split(".");

  expect(isFormProof(proof, PROVEN, minutesLater(30))).toBe(false);
  expect(isFormProof(`${Number(ends) + 3_600}.${signed}`, PROVEN, minutesLater(31))).toBe(false);
});

test.each(["", ".", "x", "99999999999.", "99999999999.abc", "-1.abc", "9".repeat(400)])(
  "%j is not a proof",
  (text) => {
    expect(isFormProof(text, PROVEN, NOW)).toBe(false);
  },
);
