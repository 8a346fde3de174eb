import { describe, expect, test } from "vitest";

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

describe("a response is complete", () => {
  test("when it has as many bytes as Content-Length states", () => {
    const start = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n";

    expect(read(`${start}1234`).isWhole).toBe(false);
    expect(read(`${start}12345`).isWhole).toBe(true);
    expect(read(`${start}12345`).head).toMatchObject({ status: 200, bodyLength: 5, isLast: false });
  });

  test("at its last chunk", () => {
    const start = "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n";

    expect(read(start).isWhole).toBe(false);
    expect(read(`${start}3\r\nabc\r\n`).isWhole).toBe(false);
    expect(read(`${start}3\r\nabc\r\n0\r\n\r\n`).isWhole).toBe(true);
  });

  test("after its head, when it can have no body", () => {
    expect(read("HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n")).toMatchObject({
      head: { status: 304, bodyLength: 0 },
      isWhole: true,
    });
  });
});

test("a response yields the cookies to send back, and whether the connection stays open", () => {
  const { head } = read(
    "HTTP/1.1 303 See Other\r\nConnection: close\r\nContent-Length: 0\r\n" +
      "Set-Cookie: cart-id=abc; Path=/; HttpOnly\r\nset-cookie: guest=1; Path=/\r\n\r\n",
  );

  expect(head).toMatchObject({ isLast: true, cookie: "cart-id=abc; guest=1" });
});
