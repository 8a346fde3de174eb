import { hasUnusableCharacter } from "#app/http/request/form.server.ts";
import { readBytes } from "#app/http/server/read-bytes.server.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

/** Largest body, in bytes. The front server has a limit too, but development has none. */
const BODY_MAX_BYTES = 65_536;

type BodyCode = "unsupported-media-type" | "body-too-large" | "invalid-json" | "invalid-request";

/** The body of `request`. application/json alone is taken, because a page of another site cannot send it unasked. */
export async function readJsonBody(request: Request): Promise<Result<unknown, BodyCode>> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(?:;|$)/i.test(type)) return refused("unsupported-media-type");
  const bytes = await readBytes(request, BODY_MAX_BYTES);
  if (!bytes) return refused("body-too-large");
  try {
    return ok(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes), refuseUnusable));
  } catch (error) {
    if (error instanceof UnusableText) return refused("invalid-request", { problem: error.message });
    return refused("invalid-json");
  }
}

class UnusableText extends Error {}

function refuseUnusable(name: string, value: unknown): unknown {
  if (typeof value === "string" && (hasUnusableCharacter(value) || /\p{Surrogate}/u.test(value)))
    throw new UnusableText(`${name || "body"}: Remove any hidden or special characters`);
  return value;
}
