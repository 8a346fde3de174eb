/** Cloudflare's purge by cache tag (developers.cloudflare.com/cache/how-to/purge-cache): up to 100 tags in one call. */
import { z } from "zod";

import type { HostedCacheSettings } from "#app/config.server.ts";
import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";

import { callPurge } from "./purge-call.server.ts";
import type { Purge, SharedCachePort } from "./shared-cache-port.ts";

const TAGS_MAX = 100;
const answerSchema = z.object({ success: z.literal(true) });

export function cloudflare({ apiBase, id, token }: HostedCacheSettings): SharedCachePort {
  const url = new URL(`${apiBase}/zones/${id}/purge_cache`);
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  return {
    name: "cloudflare",
    purge: async (purge) => {
      for (const content of contentsOf(purge)) {
        const text = await callPurge(url, { headers, body: JSON.stringify(content) });
        // A refusal may come with status 200.
        if (!isDone(text)) throw new OutgoingError("refused", "Cloudflare did not purge the cache");
      }
    },
  };
}

function contentsOf(purge: Purge): ReadonlyArray<Readonly<Record<string, unknown>>> {
  if (purge === "everything") return [{ purge_everything: true }];
  const calls = Math.ceil(purge.length / TAGS_MAX);
  return Array.from({ length: calls }, (_, call) => ({
    tags: purge.slice(call * TAGS_MAX, (call + 1) * TAGS_MAX),
  }));
}

function isDone(text: string): boolean {
  try {
    return answerSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
