/** /speculation-rules.json: which pages browsers fetch ahead (decision 0030). */
import { speculationRules } from "#app/http/request/speculation.ts";

const AN_HOUR = "public, max-age=3600";

export function loader() {
  return new Response(JSON.stringify(speculationRules()), {
    headers: { "Content-Type": "application/speculationrules+json", "Cache-Control": AN_HOUR },
  });
}
