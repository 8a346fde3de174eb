import { expect, test } from "vitest";

import { headLength, isWhole, parseHead } from "#scripts/bench/answer.ts";

function read(text: string) {
  const received = Buffer.from(text);
  const length = headLength(received);
  const head = parseHead(received.toString("latin1", 0, length), length);
  return { head, isWhole: isWhole(received, head) };
}

test("an incomplete head is not parsed yet", () => {
  expect(headLength(Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"))).toBe(0);
});

const CHUNKED = "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n";
const LONG = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n";

test.each([
  ["too few bytes", `${LONG}1234`, false, { status: 200, bodyLength: 5, isLast: false }],
  [
    "as many bytes as Content-Length states",
    `${LONG}12345`,
    true,
    { status: 200, bodyLength: 5, isLast: false },
  ],
  ["no chunk", CHUNKED, false, { status: 404 }],
  ["a chunk", `${CHUNKED}3\r\nabc\r\n`, false, { status: 404 }],
  ["its last chunk", `${CHUNKED}3\r\nabc\r\n0\r\n\r\n`, true, { status: 404 }],
  ["no body", "HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n", true, { status: 304, bodyLength: 0 }],
])("whether a response with %s is complete: %#", (_, text, isWhole, head) => {
  expect(read(text)).toMatchObject({ head, isWhole });
});

test("a response yields the cookies to send back, and whether the connection stays open", () => {
  const { head } = read(
    "HTTP/1.1 303 See Other\r\nConnection: close\r\nContent-Length: 0\r\n" +
      "Set-Cookie: cart-id=abc; Path=/; HttpOnly\r\nset-cookie: guest=1; Path=/\r\n\r\n",
  );

  expect(head).toMatchObject({ isLast: true, cookie: "cart-id=abc; guest=1" });
});
