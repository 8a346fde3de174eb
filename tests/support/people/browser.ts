/** A browser without a window: keeps cookies, and asks loaders and actions with real Requests. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";

import { CLIENT_ADDRESS_HEADER } from "#app/http/server/client-address.server.ts";
import {
  exchangePosted,
  exchangeToken,
  LINK_SECRET_HEADER,
} from "#app/http/server/link-token-cookie.server.ts";
import { cartIdCookie } from "#app/http/session/cookies.server.ts";
import { inMarketOf } from "#app/http/session/store-choice.server.ts";
import type { CartId } from "#app/models/shared/ids.ts";

import { sendable } from "./loader-call.ts";

/** Who says nothing counts as a bot. */
const AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
const ORIGIN = "http://localhost:3000";

type Door<Args> = (args: Args) => unknown;
export type Params = Readonly<Record<string, string>>;

export type SentFile = Readonly<{ name: string; content: Uint8Array }>;

export class Browser {
  readonly #cookies = new Map<string, string>();
  /** Each browser comes from an address of its own, so that limits do not add up over tests. */
  readonly #address: string;

  constructor(address = `198.51.100.${Math.floor(Math.random() * 250)}-${Math.random()}`) {
    this.#address = address;
  }

  /** Keeps a cookie as if an answer had set it. */
  takeCookie(line: string): this {
    this.#keep(line);
    return this;
  }

  async takeCart(id: CartId): Promise<this> {
    this.#keep(await cartIdCookie(id));
    return this;
  }

  hasForgotten(cookie: string): boolean {
    return this.#cookies.get(cookie) === "";
  }

  /** A link with a secret is exchanged, as the front server does, and followed where it stays on the same page. */
  async get(loader: Door<LoaderFunctionArgs>, path: string, params: Params = {}): Promise<Response> {
    const exchange = await exchangeToken({ method: "GET", url: path, headers: this.#headers() });
    const location = exchange?.headers["Location"] ?? path;
    if (exchange?.headers["Set-Cookie"]) this.#keep(exchange.headers["Set-Cookie"]);
    if (exchange && location.split("?")[0] !== path.split("?")[0]) return new Response(null, exchange);
    return this.#ask(loader, new Request(ORIGIN + location, { headers: this.#headers() }), params);
  }

  post(
    action: Door<ActionFunctionArgs>,
    path: string,
    fields: Params,
    params: Params = {},
  ): Promise<Response> {
    const posted = exchangePosted({ method: "POST", url: path });
    const headers = {
      ...this.#headers(),
      ...(posted ? { [LINK_SECRET_HEADER]: posted.secret } : {}),
      "content-type": "application/x-www-form-urlencoded",
    };
    const body = new URLSearchParams(fields).toString();
    const address = ORIGIN + (posted?.url ?? path);
    return this.#ask(action, new Request(address, { method: "POST", headers, body }), params);
  }

  /** As a form with files sends it; each file of `files` under `name`. */
  upload(
    action: Door<ActionFunctionArgs>,
    path: string,
    { fields, name, files }: Readonly<{ fields: Params; name: string; files: ReadonlyArray<SentFile> }>,
  ): Promise<Response> {
    const boundary = "----WebKitFormBoundaryshop";
    const head = (rest: string) => `--${boundary}\r\nContent-Disposition: form-data; ${rest}\r\n`;
    const body = Buffer.concat([
      ...Object.entries(fields).map(([key, value]) =>
        Buffer.from(`${head(`name="${key}"`)}\r\n${value}\r\n`),
      ),
      ...files.flatMap((file) => [
        Buffer.from(
          `${head(`name="${name}"; filename="${file.name}"`)}Content-Type: application/octet-stream\r\n\r\n`,
        ),
        Buffer.from(file.content),
        Buffer.from("\r\n"),
      ]),
      Buffer.from(`--${boundary}--\r\n`),
    ]);
    const headers = { ...this.#headers(), "content-type": `multipart/form-data; boundary=${boundary}` };
    return this.#ask(action, new Request(ORIGIN + path, { method: "POST", headers, body }), {});
  }

  async #ask(door: Door<LoaderFunctionArgs>, request: Request, params: Params): Promise<Response> {
    let answer: unknown;
    try {
      answer = sendable(
        await inMarketOf(request, () => door({ request, params: { ...params }, context: {} })),
      );
    } catch (thrown) {
      if (!(thrown instanceof Response)) throw thrown;
      answer = thrown;
    }
    if (!(answer instanceof Response)) throw new Error("The door did not answer");
    // The Headers of Remix's globals join cookies by commas; a comma inside a date is followed by no name.
    const lines = answer.headers.get("Set-Cookie")?.split(/,\s*(?=[\w-]+=)/) ?? [];
    for (const line of lines) this.#keep(line);
    return answer;
  }

  #headers(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return { cookie, "user-agent": AGENT, [CLIENT_ADDRESS_HEADER]: this.#address };
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
