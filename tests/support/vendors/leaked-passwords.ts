/** A local server that answers as the range API of Have I Been Pwned does: it keeps what it was asked, and can fail. */
import { createHash } from "node:crypto";

import { listen } from "#tests/support/shops/listening.ts";

type Requested = Readonly<{ path: string; padding: string | undefined }>;

/** "ok": as the service; "hang": no answer; "error": 503; "html": a page of something in between. */
export type BreachFault = "ok" | "hang" | "error" | "html";

export type BreachServer = Readonly<{
  origin: string;
  requested: Array<Requested>;
  /** How it answers from now on. */
  be(fault: BreachFault): void;
  stop(): Promise<void>;
}>;

/** The server, which knows `leaked` passwords and pads its answers. */
export async function startBreachServer(leaked: ReadonlyArray<string>): Promise<BreachServer> {
  const hashes = leaked.map((password) => createHash("sha1").update(password).digest("hex").toUpperCase());
  const requested: Array<Requested> = [];
  let fault: BreachFault = "ok";
  const { url: origin, close } = await listen((request, response) => {
    const path = request.url ?? "";
    requested.push({ path, padding: request.headers["add-padding"]?.toString() });
    if (fault === "hang") return;
    if (fault === "error") return void response.writeHead(503).end();
    if (fault === "html") return void response.writeHead(200).end("<html>Log in to this network</html>");
    const prefix = path.replace("/range/", "");
    const found = hashes.filter((hash) => hash.startsWith(prefix)).map((hash) => `${hash.slice(5)}:42`);
    // Padding is a line of nothing: even of a hash that was asked for.
    const padding = [`${"0".repeat(34)}1:0`, `${paddedOf(prefix)}:0`];
    response.writeHead(200, { "Content-Type": "text/plain" }).end([...found, ...padding].join("\r\n"));
  });
  return {
    origin,
    requested,
    be: (next) => {
      fault = next;
    },
    stop: close,
  };
}

/** The rest of the hash of PADDED, where `prefix` is its beginning. */
function paddedOf(prefix: string): string {
  const hash = createHash("sha1").update(PADDED).digest("hex").toUpperCase();
  return hash.startsWith(prefix) ? hash.slice(5) : `${"0".repeat(34)}2`;
}

/** A password whose hash is only ever in the padding. */
export const PADDED = "sparrow otter juniper";
