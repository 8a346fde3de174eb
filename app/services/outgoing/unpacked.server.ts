/** Reads a compressed answer as it was before; what comes out is for the reader to limit. */
import type { IncomingMessage } from "node:http";
import { pipeline, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

import { OutgoingError } from "./outgoing-error.ts";

const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The body of `response`, unpacked. Throws when it is packed in another way, or longer than `maxBytes` as sent. */
export function unpacked(response: IncomingMessage, maxBytes: number): AsyncIterable<Buffer> {
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity") return response;
  const unpacker = Object.hasOwn(UNPACKERS, encoding) ? UNPACKERS[encoding]?.() : undefined;
  if (!unpacker) throw new OutgoingError("broken-off", "The answer is packed in a way nobody asked for");
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > maxBytes)
      unpacker.destroy(new OutgoingError("too-long", `The answer is longer than ${maxBytes} bytes`));
  });
  // What goes wrong on either side ends the reading of the unpacker.
  pipeline(response, unpacker, () => undefined);
  return unpacker;
}
