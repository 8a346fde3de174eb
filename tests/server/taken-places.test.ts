/** The built shop while somebody keeps every place that it has for connections. */
import { connect, type Socket } from "node:net";

import { expect, test } from "vitest";

import { appCode, DESK_PASSWORD } from "#tests/support/people/desk/desk-codes.ts";
import { inviteToDesk } from "#tests/support/people/desk/desk-invite.ts";
import { joinedDesk } from "#tests/support/people/desk/desk-join.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { useShop } from "#tests/support/shops/use-shop.ts";

/** LIMITS of sockets.server.ts: the shop of the tests lets one network have all of them. */
const PLACES = 2_000;
/** For the limits a network of its own each, like two /64 of IPv6, of which this machine has none. */
const [TAKER, OWNER] = ["127.0.0.2", "127.0.0.3"];
const EMAIL = "owner@example.com";

const shop = useShop();

async function take(): Promise<Socket> {
  const socket = connect({ port: shop.port, host: "127.0.0.1", localAddress: TAKER });
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  // The shop may close it for another at any time.
  return socket.on("error", () => undefined).resume();
}

test("while one network keeps every place, an owner from another logs in at the desk, and the taker loses the oldest", async () => {
  const invited = await inviteToDesk(shop, { email: EMAIL, name: "Martha Pryce", role: "owner" });
  const { secret } = await joinedDesk(shop.origin, invited);
  const taken: Array<Socket> = [];
  while (taken.length < PLACES) taken.push(...(await Promise.all(Array.from({ length: 100 }, take))));
  const closed = () => taken.filter((socket) => socket.closed).length;
  const before = closed();

  const owner = new Shopper(shop.origin, {}, OWNER);
  const half = await owner.post("/desk/login", { email: EMAIL, password: DESK_PASSWORD });
  expect([half.status, half.location]).toEqual([303, "/desk/login/code"]);
  const code = appCode(secret, new Date(Date.now() + 30_000));
  const whole = await owner.post("/desk/login/code", { code });
  expect([whole.status, whole.location]).toEqual([303, "/desk"]);
  expect((await owner.get("/desk")).status).toBe(200);

  await expect.poll(closed).toBeGreaterThan(before);
  expect(taken[0]?.closed).toBe(true);
  for (const socket of taken) socket.destroy();
});
