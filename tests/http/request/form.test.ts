import { expect, test, vi } from "vitest";
import { z } from "zod";

import { readForm } from "#app/http/request/form.server.ts";
import { honeypotFieldName } from "#app/http/request/honeypot.server.ts";

const schema = z.object({ name: z.string().min(1, "Enter a name"), note: z.string().default("") });

function post(body: string, type = "application/x-www-form-urlencoded"): Request {
  return new Request("http://localhost:3000/x", { method: "POST", body, headers: { "Content-Type": type } });
}

async function thrownStatus(request: Request): Promise<number> {
  try {
    await readForm(request, schema);
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.status;
    throw thrown;
  }
  return 200;
}

test("a valid form is its parsed value", async () => {
  expect(await readForm(post("name=Ada&note=Hello"), schema)).toEqual({
    ok: true,
    value: { name: "Ada", note: "Hello" },
    values: { name: "Ada", note: "Hello" },
  });
});

test("an invalid form is its errors by field and the input without passwords", async () => {
  expect(await readForm(post("name=&note=Hello&password=secret&newPassword=x"), schema)).toEqual({
    ok: false,
    errors: { name: "Enter a name" },
    values: { name: "", note: "Hello" },
  });
});

test("text is normalised: NFC, single line ends, no marks that change the reading direction", async () => {
  const typed = encodeURIComponent("e\u0301 \u202egnp.\u2066x\r\ny\rz");

  const form = await readForm(post(`name=${typed}`), schema);

  expect(form.ok && form.value.name).toBe("\u00e9 gnp.x\ny\nz");
});

test.each([
  ["emoji joined into a family", "👩‍👩‍👧‍👦"],
  ["many combining marks", "Z" + "\u0335".repeat(50)],
  ["Turkish and Roman characters", "İstanbul Ⅷ"],
  ["a tab and a line end", "a\tb\nc"],
])("%s is accepted unchanged", async (_, text) => {
  const form = await readForm(post(`name=${encodeURIComponent(text)}`), schema);

  expect(form.ok && form.value.name).toBe(text.normalize("NFC"));
});

test.each([
  ["NUL", "a%00b"],
  ["escape", "a%1Bb"],
  ["delete", "a%7Fb"],
  ["a lone surrogate", "a%ED%A0%80b"],
  ["overlong UTF-8", "a%C0%AEb"],
])("%s is refused at its field, and the other fields remain", async (_, encoded) => {
  const form = await readForm(post(`name=${encoded}&note=kept`), schema);

  expect(form).toMatchObject({ ok: false, values: { name: expect.stringMatching(/^a.*b$/), note: "kept" } });
  expect(form.ok ? {} : form.errors).toHaveProperty("name");
});

test.each([
  ["a repeated field", "name=a&name=b"],
  ["a field that reaches into objects", "__proto__=1&name=a"],
  ["a nested reach", "name=a&constructor.prototype.x=1"],
  ["a deep one", `name=a&a${"[b]".repeat(1000)}[__proto__]=1`],
  ["more fields than any form has", Array.from({ length: 300 }, (_, index) => `f${index}=1`).join("&")],
])("%s is answered 400", async (_, body) => {
  expect(await thrownStatus(post(body))).toBe(400);
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

test("a body that is not a plain form is answered 400, and one that is too large 413", async () => {
  expect(await thrownStatus(post("{}", "application/json"))).toBe(400);
  expect(await thrownStatus(post("--x\r\nbroken", "multipart/form-data; boundary=x"))).toBe(400);
  expect(await thrownStatus(post(`name=${"a".repeat(70_000)}`))).toBe(413);
});

test("twenty thousand fields are refused before any of them is looked at", async () => {
  const looks = vi.spyOn(String.prototype, "normalize");

  const status = await thrownStatus(post("a=&".repeat(20_000)));

  expect(status).toBe(400);
  expect(looks).not.toHaveBeenCalled();
  looks.mockRestore();
});

test("a form with a filled hidden field is refused, and an empty one passes", async () => {
  const filled = await readForm(post(`name=Ada&${honeypotFieldName()}=buy`), schema, { honeypot: true });
  const empty = await readForm(post(`name=Ada&${honeypotFieldName()}=`), schema, { honeypot: true });

  expect(filled).toMatchObject({ ok: false, values: { name: "Ada" } });
  expect(filled.ok ? {} : filled.errors).toHaveProperty("form");
  expect(empty.ok).toBe(true);
});
