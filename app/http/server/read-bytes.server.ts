/**
 * The raw body of `request`, or null once it is longer than `maxBytes`, whatever its length header says. The body
 * cannot be read again.
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
