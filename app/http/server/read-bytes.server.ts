/** Null once it is longer than `maxBytes`, whatever its length header says. The body cannot be read again. */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer | null> {
  const parts: Array<Uint8Array> = [];
  let length = 0;
  for await (const part of bodyParts(request)) {
    length += part.byteLength;
    if (length > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export async function* bodyParts({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) yield part.value;
}
