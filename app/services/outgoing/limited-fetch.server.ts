/**
 * Fetches a text of bounded size: an outside service that sends without end must not fill the memory. By Node's own
 * client: the framework puts its own `fetch` in place of Node's, and that one leaves a rejection unhandled when it is
 * aborted while somebody reads.
 */
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

export type FetchedText = Readonly<{ status: number; text: string }>;

export type TextRequest = Readonly<{
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array | undefined;
  /** Ends the request, and rejects. */
  signal: AbortSignal;
}>;

/**
 * The status and body of `url`. Redirects are not followed: a service that answers with one is not the service.
 * Rejects when the body is longer than `maxBytes` or cut short, when the connection fails, or when the signal says so.
 */
export function fetchText(url: URL, asked: TextRequest, maxBytes: number): Promise<FetchedText> {
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const { method, headers, body, signal } = asked;
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, signal }, (response) => {
      limitedText(response, maxBytes).then(
        (text) => resolve({ status: response.statusCode ?? 0, text }),
        (error: unknown) => {
          request.destroy();
          reject(error instanceof Error ? error : new Error("The answer broke off"));
        },
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

async function limitedText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Array<Buffer> = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error(`The answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
