/** Just enough of HTTP/1.1 to know when an answer is whole. */

export type Head = Readonly<{
  status: number;
  /** Bytes up to the body. */
  length: number;
  /** Bytes of the body, or null where it comes in chunks. */
  bodyLength: number | null;
  /** The server closes the connection after it. */
  isLast: boolean;
  /** What a browser would send as its Cookie header from now on. */
  cookie: string;
}>;

const END_OF_HEAD = "\r\n\r\n";
const LAST_CHUNK = Buffer.from("0\r\n\r\n");
/** Answers that never have a body. */
const BODILESS = [204, 304];

/** Bytes up to the body, or 0 while the head is not whole. */
export function headLength(received: Buffer): number {
  const at = received.indexOf(END_OF_HEAD);
  return at === -1 ? 0 : at + END_OF_HEAD.length;
}

/** What `text`, a whole head of `length` bytes, says. */
export function parseHead(text: string, length: number): Head {
  const status = Number(text.slice(9, 12));
  const declared = /^content-length: *(\d+)/im.exec(text)?.[1];
  return {
    status,
    length,
    bodyLength: BODILESS.includes(status) ? 0 : declared === undefined ? null : Number(declared),
    isLast: /^connection: *close/im.test(text),
    cookie: [...text.matchAll(/^set-cookie: *([^;\r\n]+)/gim)].map(([, pair]) => pair).join("; "),
  };
}

/** True when the whole body has arrived. With one request at a time, nothing follows it. */
export function isWhole(received: Buffer, { length, bodyLength }: Head): boolean {
  if (bodyLength !== null) return received.byteLength >= length + bodyLength;
  return received.byteLength > length && received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}
