/** A shopper without a browser: cookies, plain forms and redirects over real HTTP. */
import { Agent, type IncomingHttpHeaders, request as httpRequest } from "node:http";

import { COOKIE_CHECK_PARAMETER } from "#app/models/platform/cookie-check.ts";

/** Enough for a storm: every shopper has a socket of their own. */
const SOCKETS_MAX = 250;
const CLOSED_CODES: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE"]);
/** A connection for each request: one that was kept open may be closed by the shop just as the next request is sent. */
let agent = new Agent({ keepAlive: false, maxSockets: SOCKETS_MAX });

/** Lets all shoppers of this process keep their connections open, as a load of thousands of requests needs. */
export function keepConnectionsOpen(): void {
  agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX });
}

export type Answer = Readonly<{
  status: number;
  location: string | null;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body's bytes as they came: packed, where the shop packs them for this visitor. */
  raw: Buffer;
}>;
export type Fields = Readonly<Record<string, string>>;

export class Shopper {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  readonly #headers: Fields;
  readonly #from: string | undefined;

  /** `headers` go with every request: those of a proxy, for example. `from` is an address of this machine, "127.0.0.3". */
  constructor(origin: string, headers: Fields = {}, from?: string) {
    this.#origin = origin;
    this.#headers = headers;
    this.#from = from;
  }

  get(path: string): Promise<Answer> {
    return this.#ask("GET", path, null);
  }

  /**
   * Posts a form as a browser without JavaScript does. Redirects are answered, not followed, but for the one by which
   * the shop asks a browser for its first cookie: `location` is where that leads.
   */
  post(path: string, fields: Fields | Array<[string, string]>): Promise<Answer> {
    return this.#ask("POST", path, new URLSearchParams(fields).toString());
  }

  cookie(name: string): string | null {
    return this.#cookies.get(name) ?? null;
  }

  /** What this browser sends as its Cookie header. */
  cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  cookies(): ReadonlyArray<readonly [name: string, value: string]> {
    return [...this.#cookies];
  }

  /** Puts a cookie into this browser that the shop did not send just now. */
  takeCookie(name: string, value: string): this {
    this.#cookies.set(name, value);
    return this;
  }

  async #ask(method: string, path: string, body: string | null): Promise<Answer> {
    const answer = await this.#send(method, path, body);
    if (!answer.location?.includes(`${COOKIE_CHECK_PARAMETER}=`)) return answer;
    const { location } = await this.#send("GET", answer.location, null);
    return { ...answer, location };
  }

  #send(method: string, path: string, body: string | null): Promise<Answer> {
    const url = new URL(path, this.#origin);
    const headers: Record<string, string> = {
      // A browser without cookies sends no such header: an empty one would keep the shop's fast lane shut.
      ...(this.#cookies.size > 0 ? { cookie: this.cookieHeader() } : {}),
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36",
      ...this.#headers,
    };
    if (body !== null) {
      headers["origin"] = url.origin;
      headers["content-type"] = "application/x-www-form-urlencoded";
      headers["content-length"] = String(Buffer.byteLength(body));
    }
    return new Promise((resolve, reject) => {
      const from = this.#from ? { localAddress: this.#from, family: 4 } : {};
      const sent = httpRequest(url, { method, headers, agent, ...from }, (answer) => {
        for (const line of answer.headers["set-cookie"] ?? []) this.#keep(line);
        const chunks: Array<Buffer> = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          const raw = Buffer.concat(chunks);
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location ?? null,
            headers: answer.headers,
            body: raw.toString("utf8"),
            raw,
          });
        });
      });
      sent.on("error", (error: NodeJS.ErrnoException) => {
        // The shop was just closing the connection that was kept open: browsers ask again on another.
        const isStale = sent.reusedSocket && CLOSED_CODES.has(error.code ?? "") && method === "GET";
        if (isStale) this.#send(method, path, body).then(resolve, reject);
        else reject(error);
      });
      sent.end(body ?? undefined);
    });
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(at + 1));
  }
}

/** The values that a page's forms carry in hidden inputs. */
export function hiddenFields(html: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag] of html.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)) {
    const name = attribute(tag, "name");
    if (name !== null) fields[name] = attribute(tag, "value") ?? "";
  }
  return fields;
}

function attribute(tag: string, name: string): string | null {
  const found = new RegExp(`\\b${name}="([^"]*)"`).exec(tag);
  return found ? unescapeHtml(found[1] ?? "") : null;
}

/** The characters that React writes in another way. */
export function unescapeHtml(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
