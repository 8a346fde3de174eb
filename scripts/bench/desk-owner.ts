/** Commands in the shop of a ground, and an owner at its desk. */
import type { Ground } from "#tests/storm/engine.ts";
import { appCode, DESK_PASSWORD } from "#tests/support/people/desk/desk-codes.ts";
import { Shopper } from "#tests/support/people/shopper.ts";
import { environment, type RunningShop, runNode } from "#tests/support/shops/server.ts";

import { groundPlace } from "./stack.ts";

export const DESK_SESSION = "desk-session";

/** What `npm run shop -- …` prints. Throws when it fails. */
export async function runCommand(
  ground: Ground,
  { port }: Pick<RunningShop, "port">,
  args: ReadonlyArray<string>,
): Promise<string> {
  const { dataDir, databaseUrl } = groundPlace(ground);
  const { code, output } = await runNode(
    ["--import", "tsx", "scripts/shop.ts", ...args],
    environment({
      DATA_DIR: dataDir,
      PORT: String(port),
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    }),
  );
  if (code !== 0) throw new Error(`${args.join(" ")} failed:\n${output}`);
  return output;
}

/** An owner, with the session that the invitation leads to. */
export async function logInOwner(ground: Ground, shop: RunningShop, email: string): Promise<Shopper> {
  const args = ["staff", "invite", email, "The owner", "--role", "owner", "--json"];
  const output = await runCommand(ground, shop, args);
  const [, link] = /"link":\s*"([^"]+)"/.exec(output) ?? [];
  if (link === undefined) throw new Error(`Nobody was invited:\n${output}`);
  const owner = new Shopper(shop.origin);
  await owner.post(new URL(link).pathname, { password: DESK_PASSWORD });
  const page = await owner.get("/desk/join/second-step");
  const secret = (/<b class="mono">([A-Z2-7 ]+)<\/b>/.exec(page.body)?.[1] ?? "").replaceAll(" ", "");
  await owner.post("/desk/join/second-step", { code: appCode(secret, new Date()) });
  return owner;
}
