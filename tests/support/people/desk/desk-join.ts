/** Somebody who joins the desk of a running shop, over sockets. */
import { appCode, DESK_PASSWORD } from "./desk-codes.ts";
import { Shopper } from "#tests/support/people/shopper.ts";

/** Accepts the invitation at `path` ("/desk/join/…"), sets an app up, and stays logged in. */
export async function joinDesk(origin: string, path: string): Promise<Shopper> {
  const shopper = new Shopper(origin);
  await shopper.post(path, { password: DESK_PASSWORD });
  const { body } = await shopper.get("/desk/join/second-step");
  const secret = (/<b class="mono">([A-Z2-7 ]+)<\/b>/.exec(body)?.[1] ?? "").replaceAll(" ", "");
  const done = await shopper.post("/desk/join/second-step", { code: appCode(secret, new Date()) });
  if (!done.body.includes("Write these down")) throw new Error(`${path} was answered with ${done.status}`);
  return shopper;
}
