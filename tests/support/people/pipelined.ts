/** Requests that are sent in one go on one connection, none waiting for the answer to another. */

/** What the last of them is: whole, or one whose body never comes to its end. */
export const REQUEST_KINDS = ["get", "head", "slow body", "aborted upload", "expect"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

const FORM = "Content-Type: application/x-www-form-urlencoded\r\nSec-Fetch-Site: same-origin\r\n";

/** `count` requests to `host`: for pages, by the method that `kind` names, and last the one that it is named after. */
export function pipelined(kind: RequestKind, count: number, host: string, path = "/c/wooden-toys"): string {
  const method = kind === "head" ? "HEAD" : "GET";
  const before = Array.from({ length: count - 1 }, (_, index) => page(method, host, `${path}?x=${index}`));
  return before.join("") + lastOf(kind, host, path);
}

function lastOf(kind: RequestKind, host: string, path: string): string {
  const post = `POST /cart HTTP/1.1\r\nHost: ${host}\r\n${FORM}`;
  switch (kind) {
    case "get":
      return page("GET", host, `${path}?x=last`);
    case "head":
      return page("HEAD", host, `${path}?x=last`);
    case "slow body":
      return `${post}Content-Length: 1000\r\n\r\na=`;
    case "aborted upload":
      return `${post}Content-Length: 60000\r\n\r\na=${"x".repeat(30_000)}`;
    case "expect":
      return `${post}Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n`;
  }
}

function page(method: string, host: string, path: string): string {
  return `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
}
