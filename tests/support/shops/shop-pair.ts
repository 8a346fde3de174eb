/** Two shops on one database behind nginx, as deploy/nginx.conf has them: to the outside they are one. */
import { freePort } from "./listening.ts";
import { type RunningShop, type ShopOptions, startShop } from "./server.ts";
import { startNginx } from "./nginx.ts";

export type ShopPair = RunningShop &
  Readonly<{
    /** The two, as they are now. */
    shops: () => ReadonlyArray<RunningShop>;
    /** Opens one of them anew, where it was. */
    reopen: (which: 0 | 1) => Promise<void>;
    /** What nginx complained of. */
    nginxErrors: () => string;
  }>;

type Options = ShopOptions &
  Readonly<{
    dataDir: string;
    /** True: nginx holds nobody back. */
    isUnlimited?: boolean;
  }>;

export async function startShopPair({ isUnlimited = false, port, ...options }: Options): Promise<ShopPair> {
  const outside = port ?? (await freePort());
  const ports = [await freePort(), await freePort()] as const;
  const env = {
    TRUSTED_PROXY_HOPS: "1",
    ALLOWED_ORIGINS: `http://localhost:${outside},http://127.0.0.1:${outside}`,
    ...options.env,
  };
  const open = (at: number) => startShop({ ...options, env, port: at });
  // The first makes the database where there is none.
  const shops = [await open(ports[0]), await open(ports[1])];
  const nginx = await startNginx({ port: outside, upstreams: ports, isUnlimited });
  return {
    origin: `http://localhost:${outside}`,
    port: outside,
    // Of one that lives, as long as there is one.
    get pid() {
      return shops[0]?.pid ?? 0;
    },
    dataDir: options.dataDir,
    logs: () => shops.map((shop) => shop.logs()).join(""),
    shops: () => shops,
    nginxErrors: nginx.errors,
    reopen: async (which) => {
      shops[which] = await open(ports[which]);
    },
    stop: async () => {
      const codes = await Promise.all(shops.map((shop) => shop.stop()));
      await nginx.stop();
      return codes.find((code) => code !== 0) ?? 0;
    },
    kill: async () => {
      await Promise.all(shops.map((shop) => shop.kill()));
      await nginx.stop();
    },
  };
}
