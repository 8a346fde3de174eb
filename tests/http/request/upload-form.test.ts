import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { expect, test, vi } from "vitest";
import { z } from "zod";

import { CLIENT_ADDRESS_HEADER } from "#app/http/server/client-address.server.ts";
import { PARTS_MAX } from "#app/http/request/form-limits.ts";
import { readForm, readTyped } from "#app/http/request/form.server.ts";
import { fieldsBesideFiles, type UploadForm, withUploads } from "#app/http/request/upload-form.server.ts";

const MAX_BYTES = 30_000;
const options = { name: "photos", by: "staff", maxBytes: MAX_BYTES } as const;

function post(body: string, type = "multipart/form-data; boundary=x"): Request {
  const headers = { "Content-Type": type };
  return new Request("http://localhost:3000/x", { method: "POST", headers, body });
}

const field = (head: string, content: string, boundary = "x") =>
  `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

const fieldsOf = async (request: Request) => [...new URLSearchParams(await request.text())];

async function read(request: Request) {
  const use = async ({ request: plain, files }: UploadForm) => ({
    fields: await fieldsOf(plain),
    files: files.map(({ name, content }) => [name, content.toString("latin1")]),
  });
  const busy = async (plain: Request) => ({ busy: await fieldsOf(plain) });
  return withUploads<unknown>(request, { ...options, use, busy });
}

async function thrownStatus(request: Request): Promise<number> {
  try {
    await read(request);
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.status;
    throw thrown;
  }
  return 200;
}

const LONG = { ...options, maxBytes: 10_000_000, busy: async () => null };
/** A form with these parts. */
const form = (...parts: ReadonlyArray<string>) => post(`${parts.join("")}--x--`);
const photo = (content = "one") => field('name="photos"; filename="a.jpg"', content);

test("fields become a plain form, and files of the field are handed over", async () => {
  const body = [
    field('name="title"', "Sturdy & “quiet”\r\n--y"),
    field('name="photos"; filename="a=b;c.jpg"\r\nContent-Type: image/jpeg', "\r\n--\r\none"),
    field('name="photos"; filename="../\u202ex.png"', ""),
    field('name="photos"; filename=""\r\nContent-Type: application/octet-stream', ""),
    field('name="empty"', ""),
  ];

  expect(await read(post(`${body.join("")}--x--\r\n`))).toEqual({
    fields: [
      ["title", "Sturdy & “quiet”\r\n--y"],
      ["empty", ""],
    ],
    files: [
      ["a=b;c.jpg", "\r\n--\r\none"],
      ["../x.png", ""],
    ],
  });
});

test("a plain form is handed on as it is", async () => {
  const plain = post("title=a", "application/x-www-form-urlencoded");

  expect(await read(plain)).toEqual({ fields: [["title", "a"]], files: [] });
});

test.each([
  ["no boundary", field('name="a"', "b") + "--x--", "multipart/form-data"],
  ["a boundary too long", "", `multipart/form-data; boundary=${"x".repeat(71)}`],
  ["nothing", "", undefined],
  ["another boundary", field('name="a"', "b", "y") + "--y--", undefined],
  ["no end", field('name="a"', "b"), undefined],
  ["a part without a name", field('filename="a"', "b") + "--x--", undefined],
  ["a head without an end", '--x\r\nContent-Disposition: form-data; name="a"', undefined],
  ["a file for another field", field('name="a"; filename="a"', "b") + "--x--", undefined],
  ["a boundary that goes on", `${field('name="a"', "b")}--xy--`, undefined],
  ["more parts than any form has", `${field('name="a"', "").repeat(PARTS_MAX + 1)}--x--`, undefined],
])("a body with %s is answered 400", async (_, body, type) => {
  expect(await thrownStatus(post(body, type))).toBe(400);
});

test("a part whose head has no end is left out", async () => {
  const body = '--x\r\nContent-Disposition: form-data; name="a"\r\n--x--';

  expect(await read(post(body))).toEqual({ fields: [], files: [] });
});

test("the fields of a form are read without its files", async () => {
  const sent = form(field('name="title"', "Sturdy"), photo());

  expect([...(await fieldsBesideFiles(sent, MAX_BYTES))]).toEqual([["title", "Sturdy"]]);
});

test("what was typed beside files is read for a draft, unless it is longer than a form may be", async () => {
  const typed = (text: string) => form(field('name="title"', text), photo());

  expect(await readTyped(typed("Sturdy"))).toEqual({ title: "Sturdy" });
  expect(await readTyped(typed("x".repeat(70_000)))).toEqual({});
});

test("as many parts as a form may have are read", async () => {
  expect(await read(form(field('name="a"', "").repeat(PARTS_MAX)))).toMatchObject({
    fields: { length: PARTS_MAX },
  });
});

test("a field is as long in any script, and none is cut", async () => {
  const schema = z.object({ text: z.string() });
  const use = ({ request }: UploadForm) => readForm(request, schema);
  const reading = (text: string) => withUploads(form(field('name="text"', text)), { ...LONG, use });

  for (const sign of ["x", "ж", "木", "%"]) {
    const text = sign.repeat(60_000);
    expect(await reading(text)).toEqual({ ok: true, value: { text }, values: { text } });
    await expect(reading(sign.repeat(66_000))).rejects.toMatchObject({ status: 413 });
  }
});

test("fields that together are longer than a form may be are answered 413", async () => {
  const sent = form(field('name="a"', "x".repeat(40_000)).repeat(2));
  const reading = withUploads(sent, { ...LONG, use: async () => null });

  await expect(reading).rejects.toMatchObject({ status: 413 });
});

test("a body beyond the limit is answered 413, whatever its length says", async () => {
  expect(await thrownStatus(form(photo("x".repeat(MAX_BYTES))))).toBe(413);
});

test("a fifth form with a file at the same time keeps its words, one without a file is read, and the next one after them is", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const words = field('name="a"', "b");
  const withFile = () => form(words, photo(), field('name="c"', "d"));
  const waiting = { ...options, use: () => released, busy: async () => undefined };
  const four = [1, 2, 3, 4].map(() => withUploads(withFile(), waiting));

  expect(await read(withFile())).toEqual({
    busy: [
      ["a", "b"],
      ["c", "d"],
    ],
  });
  const noFile = field('name="photos"; filename=""\r\nContent-Type: application/octet-stream', "");
  expect(await read(form(words, noFile))).toEqual({ fields: [["a", "b"]], files: [] });
  release();
  await Promise.all(four);
  expect(await read(withFile())).toMatchObject({ files: [["a.jpg", "one"]] });
});

test("a form that is refused while it is read leaves its place", async () => {
  const broken = field('name="other"; filename="a.jpg"', "one") + "--x--";
  for (let each = 0; each < 5; each += 1) expect(await thrownStatus(post(broken))).toBe(400);

  expect(await read(form(photo()))).toMatchObject({ files: [["a.jpg", "one"]] });
});

test("a form that is read for its fields alone holds no part of its files in memory", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const sent: Array<WeakRef<ArrayBufferLike>> = [];
  let most = 0;
  const head = `--x\r\nContent-Disposition: form-data; name="photos"; filename="a"\r\n\r\n`;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(head)),
    pull: async (controller) => {
      if (sent.length === 150) {
        controller.enqueue(Buffer.from(`\r\n${field('name="title"', "Sturdy")}--x--`));
        controller.close();
        return;
      }
      if (sent.length % 50 === 49) {
        // What a WeakRef names is alive until the end of the turn in which it was made.
        await setImmediate();
        collectGarbage();
        most = Math.max(most, sent.filter((chunk) => chunk.deref() !== undefined).length);
      }
      const chunk = Buffer.alloc(64_000, "a");
      sent.push(new WeakRef(chunk.buffer));
      controller.enqueue(chunk);
    },
  });
  const request = new Request("http://localhost:3000/x", {
    method: "POST",
    headers: { "Content-Type": "multipart/form-data; boundary=x" },
    body,
    duplex: "half",
  });

  expect(await readTyped(request)).toEqual({ title: "Sturdy" });
  expect(most).toBeLessThan(20);
});

/** A form of a visitor at `network` whose file begins to come and then waits. */
function trickle(network: string, { by = "visitors" }: Readonly<{ by?: "visitors" | "staff" }> = {}) {
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const headers = { "Content-Type": "multipart/form-data; boundary=x", [CLIENT_ADDRESS_HEADER]: network };
  const init: RequestInit & { duplex: string } = {
    method: "POST",
    headers,
    body: body.readable,
    duplex: "half",
  };
  const request = new Request("http://localhost:3000/x", init);
  const answer = withUploads(request, { ...options, by, use: async () => "taken", busy: async () => "busy" });
  const send = (text: string) => writer.write(new TextEncoder().encode(text));
  const begun = send(photo("one").slice(0, -2));
  const end = async () => {
    await send("\r\n--x--");
    await writer.close();
    return answer;
  };
  return { begun, end };
}

test("forms that come byte by byte keep neither staff nor other visitors from sending files", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const [slow, second, third, ...others] = ["a", "a", "a", "b", "b"].map((network) => trickle(network));
    for (const each of [slow, second, third, ...others]) await each?.begun;
    await setImmediate();
    // A network has two of the four places.
    expect(await third?.end()).toBe("busy");
    const early = trickle("c");
    expect(await early.end()).toBe("busy");
    expect(await trickle("d", { by: "staff" }).end()).toBe("taken");

    vi.advanceTimersByTime(10_000);
    expect(await trickle("e").end()).toBe("taken");

    const ends = await Promise.all([slow, second, ...others].map(async (each) => each?.end()));
    expect(ends.filter((each) => each === "busy")).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
