import type { IncomingMessage } from "node:http";

import { expect, test } from "vitest";

import { addressOf, isFromThisMachine, isPrivateAddress } from "#app/http/server/client-address.server.ts";

function request(peer: string, forwarded?: string): IncomingMessage {
  return {
    socket: { remoteAddress: peer },
    headers: { "x-forwarded-for": forwarded },
  } as unknown as IncomingMessage;
}

test.each<[string, string, string | undefined, number, string]>([
  ["the socket's own address", "203.0.113.9", undefined, 0, "203.0.113.9"],
  ["what is claimed when nobody is trusted", "203.0.113.9", "1.2.3.4", 0, "203.0.113.9"],
  ["IPv4 in IPv6 clothes", "::ffff:203.0.113.9", undefined, 0, "203.0.113.9"],
  ["an IPv6 household", "2001:db8:1:2:3:4:5:6", undefined, 0, "2001:db8:1:2::/64"],
  ["the entry of the one proxy", "10.0.0.1", "6.6.6.6, 203.0.113.9", 1, "203.0.113.9"],
  ["the entry before two proxies", "10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2", 2, "203.0.113.9"],
  ["fewer entries than proxies", "10.0.0.1", "203.0.113.9", 2, "10.0.0.1"],
  ["an invalid entry", "10.0.0.1", "unknown", 1, "10.0.0.1"],
  ["no entry", "10.0.0.1", undefined, 1, "10.0.0.1"],
  ["another address of that household", "2001:db8:1:2:ffff::9", undefined, 0, "2001:db8:1:2::/64"],
  ["the end of a long list", "10.0.0.1", `${"6.6.6.6, ".repeat(1_500)}203.0.113.9`, 1, "203.0.113.9"],
  ["nothing before that end", "10.0.0.1", `203.0.113.9,${" ".repeat(15_000)}`, 2, "10.0.0.1"],
])("the address is %s", (_, peer, forwarded, hops, expected) => {
  expect(addressOf(request(peer, forwarded), hops)).toBe(expected);
});

test.each<[string, string, string | undefined, boolean]>([
  ["a program on this machine", "127.0.0.1", undefined, true],
  ["one that speaks IPv6", "::1", undefined, true],
  ["one that speaks IPv4 in IPv6 clothes", "::ffff:127.0.0.1", undefined, true],
  ["another machine of the same network", "10.0.0.7", undefined, false],
  ["a visitor behind a proxy on this machine", "127.0.0.1", "203.0.113.9", false],
  ["a visitor behind a proxy who claims to be this machine", "127.0.0.1", "127.0.0.1", false],
  ["a socket that has died", "", undefined, false],
])("whether %s connects directly is recognised", (_, peer, forwarded, expected) => {
  expect(isFromThisMachine(request(peer, forwarded))).toBe(expected);
});

test("private addresses are recognised", () => {
  expect(["10.1.2.3", "127.0.0.1", "::1", "192.168.0.1", "fd00::1"].every(isPrivateAddress)).toBe(true);
  expect(["203.0.114.1", "8.8.8.8", "unknown"].some(isPrivateAddress)).toBe(false);
});
