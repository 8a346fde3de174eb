/** Somebody who joins the desk of a running shop, over sockets. */
import { appCode, DESK_PASSWORD } from "./desk-codes.ts";
import { Shopper } from "#tests/support/people/shopper.ts";

export type Joined = Readonly<{
  browser: Shopper;
  /** The key of the app. */
  secret: string;
  recoveryCodes: ReadonlyArray<string>;
}>;

/** Accepts the invitation at `path` ("/desk/join/…"), sets an app up, and stays logged in. */
export async function joinDesk(origin: string, path: string): Promise<Shopper> {
  return (await joinedDesk(origin, path)).browser;
}

/** The same, with all that they can log in with. */
export async function joinedDesk(origin: string, path: string): Promise<Joined> {
  const browser = new Shopper(origin);
  await browser.post(path, { password: DESK_PASSWORD });
  const { body } = await browser.get("/desk/join/second-step");
  const secret = (/<b class="mono">([A-Z2-7 ]+)<\/b>/.exec(body)?.[1] ?? "").replaceAll(" ", "");
  const done = await browser.post("/desk/join/second-step", { code: appCode(secret, new Date()) });
  if (!done.body.includes("Write these down")) throw new Error(`${path} was answered with ${done.status}`);
  const codes = [...done.body.matchAll(/<li>([a-z2-9]{5}-[a-z2-9]{5})<\/li>/g)].map(([, code = ""]) => code);
  return { browser, secret, recoveryCodes: codes };
}
