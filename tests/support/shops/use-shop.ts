/** The running shop of a test file. */
import { afterAll, beforeAll, onTestFinished } from "vitest";

import { type OpenShop, type RunningShop, sharedShop, type ShopOptions, startShop } from "./server.ts";

/**
 * The shop of this process with a fresh database; with `options` (or what makes them before the first test), one of the
 * file's own, which is stopped after the last test. It can be read once the first `beforeAll` of the file is over.
 */
export function useShop(options?: ShopOptions | (() => Promise<ShopOptions>)): OpenShop {
  let open: OpenShop | undefined;
  let own: RunningShop | undefined;
  beforeAll(async () => {
    if (options) own = await startShop(typeof options === "function" ? await options() : options);
    open = own ?? (await sharedShop());
  });
  afterAll(async () => {
    await own?.stop();
  });
  const shop = () => {
    if (!open) throw new Error("The shop is not open yet");
    return open;
  };
  return {
    get origin() {
      return shop().origin;
    },
    get port() {
      return shop().port;
    },
    get pid() {
      return shop().pid;
    },
    get dataDir() {
      return shop().dataDir;
    },
    logs: () => shop().logs(),
  };
}

/** A shop of one test, which is stopped when that test is over. */
export async function shopForTest(options: ShopOptions): Promise<RunningShop> {
  const shop = await startShop(options);
  onTestFinished(async () => {
    await shop.stop();
  });
  return shop;
}
