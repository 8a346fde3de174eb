/** Reads a body as raw bytes, bounded. */

/**
 * The body of `request`, or null as soon as it is longer than `maxBytes`: nobody's length header is believed.
 * The body is read once; nobody can read it after this.
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer | null> {
  const parts: Array<Uint8Array> = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length > maxBytes) return null;
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}
