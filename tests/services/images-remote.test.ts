/** Images of other hosts: what a stranger may make the shop ask for. */
import http from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { SourceRefused, UnreadableImage } from "#app/services/images/image-errors.ts";
import { fetchRemote, type RemoteRules } from "#app/services/images/remote-fetch.server.ts";
import { isPublicAddress } from "#app/services/outgoing/public-address.server.ts";

/** The address that stands for the public internet, and the one that stands for the inside of the house. */
const OUTSIDE = "127.0.0.1";
const INSIDE = "127.0.0.2";
const BODY = "an image";

let port: number;
let outside: http.Server;
let inside: http.Server;
let insideRequested = 0;
let answer: http.RequestListener;

beforeAll(async () => {
  outside = http.createServer((request, response) => answer(request, response));
  await new Promise<void>((settle) => outside.listen(0, OUTSIDE, settle));
  port = (outside.address() as AddressInfo).port;
  inside = http.createServer((_request, response) => {
    insideRequested += 1;
    response.end("the secrets of the house");
  });
  await new Promise<void>((settle) => inside.listen(port, INSIDE, settle));
});

beforeEach(() => {
  insideRequested = 0;
  answer = (_request, response) => response.end(BODY);
});

afterAll(() => {
  outside.closeAllConnections();
  outside.close();
  inside.close();
});

function rules(changes: Partial<RemoteRules> = {}): RemoteRules {
  return {
    origins: [`http://cdn.example:${port}`, `http://other.example:${port}`],
    resolve: async () => [OUTSIDE],
    isAllowed: (address) => address === OUTSIDE,
    ...changes,
  };
}

async function bring(path = "/a.jpg", changes: Partial<RemoteRules> = {}): Promise<string | null> {
  const body = await fetchRemote(`http://cdn.example:${port}${path}`, rules(changes));
  return body && Buffer.from(body).toString();
}

function redirectTo(location: string): void {
  answer = (request, response) =>
    request.url === "/a.jpg" ? response.writeHead(302, { location }).end() : response.end(BODY);
}

test("an image of a listed host is fetched, but not with a user in front of the host", async () => {
  expect(await bring()).toBe(BODY);
  const named = fetchRemote(`http://a:b@cdn.example:${port}/`, rules());
  await expect(named).rejects.toThrow(SourceRefused);
});

test.each([
  "http://127.0.0.1/",
  "http://localhost/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[::ffff:7f00:1]/",
  "http://[::1]/",
  "http://0/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://10.0.0.1/",
  "https://cdn.example/",
  "http://cdn.example/",
  "http://user@cdn.example/",
  "ftp://cdn.example/",
  "file:///etc/passwd",
  "//cdn.example/a.jpg",
  "cdn.example/a.jpg",
  "",
])("%j is not on the list, and neither is a redirect to it", async (address) => {
  await expect(fetchRemote(address, rules())).rejects.toThrow(SourceRefused);
  if (!address || !URL.canParse(address)) return;

  redirectTo(address);
  await expect(bring()).rejects.toThrow(SourceRefused);
  expect(insideRequested).toBe(0);
});

test("a redirect to another listed host is followed, and a redirect loop ends", async () => {
  redirectTo(`http://other.example:${port}/b.jpg`);
  expect(await bring()).toBe(BODY);

  redirectTo("/a.jpg");
  expect(await bring()).toBeNull();
});

test("a listed name that resolves to a private address is refused, even if only one of its addresses does", async () => {
  await expect(bring("/", { resolve: async () => [INSIDE] })).rejects.toThrow(SourceRefused);
  await expect(bring("/", { resolve: async () => [OUTSIDE, INSIDE] })).rejects.toThrow(SourceRefused);
  expect(insideRequested).toBe(0);
});

test("a name that resolves differently a moment later keeps its first address", async () => {
  const output = [OUTSIDE, INSIDE, INSIDE];
  const resolve = async () => [output.shift() ?? INSIDE];

  expect(await bring("/a.jpg", { resolve })).toBe(BODY);
  expect(output).toHaveLength(2);
  await expect(bring("/a.jpg", { resolve })).rejects.toThrow(SourceRefused);
  expect(insideRequested).toBe(0);
});

test("a redirect resolves the name again, and uses the result", async () => {
  redirectTo(`http://other.example:${port}/b.jpg`);
  const resolve = async (host: string) => [host === "other.example" ? INSIDE : OUTSIDE];

  await expect(bring("/a.jpg", { resolve })).rejects.toThrow(SourceRefused);
  expect(insideRequested).toBe(0);
});

test("an oversized response is cut off, with and without Content-Length", async () => {
  let sent = 0;
  answer = (_request, response) => {
    const chunk = Buffer.alloc(1_000_000);
    const more = () => {
      if (response.destroyed || sent > 60_000_000) return;
      sent += chunk.length;
      response.write(chunk, () => setImmediate(more));
    };
    more();
  };

  await expect(bring()).rejects.toThrow(UnreadableImage);
  expect(sent).toBeLessThan(60_000_000);
});

test("a host that is silent, slow, failing or disconnecting is given up after the total timeout", async () => {
  const patienceMs = 300;
  answer = () => undefined;
  expect(await bring("/a.jpg", { patienceMs })).toBeNull();
  answer = (_request, response) => {
    const timer = setInterval(() => response.write("x"), 20);
    response.once("close", () => clearInterval(timer));
  };
  expect(await bring("/a.jpg", { patienceMs })).toBeNull();
  answer = (_request, response) => response.writeHead(500).end("x");
  expect(await bring()).toBeNull();
  answer = (request) => request.socket.destroy();
  expect(await bring()).toBeNull();
  expect(await bring("/a.jpg", { patienceMs, resolve: () => new Promise(() => undefined) })).toBeNull();
  expect(await bring("/a.jpg", { resolve: () => Promise.reject(new Error("no such name")) })).toBeNull();
});

test.each([
  ["8.8.8.8", true],
  ["2606:4700::1111", true],
  ["127.0.0.1", false],
  ["0.0.0.0", false],
  ["10.1.2.3", false],
  ["172.16.0.1", false],
  ["192.168.1.1", false],
  ["100.64.0.1", false],
  ["169.254.169.254", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::1", false],
  ["::", false],
  ["::ffff:7f00:1", false],
  ["::ffff:10.0.0.1", false],
  ["fe80::1", false],
  ["fd00::1", false],
  ["64:ff9b::7f00:1", false],
  ["2002:7f00:1::", false],
  ["nothing", false],
])("%s is on the public internet: %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
