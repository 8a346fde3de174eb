/**
 * General claims about the environment, which a trader may not make to consumers in the Union without recognised
 * excellent environmental performance, a certified label, or, for climate neutrality by offsetting, at all: Directive
 * 2005/29/EC, Annex I, points 2a, 4a, 4b and 4c, added by Directive (EU) 2024/825 (its recitals 9 to 12 give the
 * examples), applied from 27 September 2026. Read on 29 November 2026. Whether a claim is proven is for a lawyer.
 */

const CLAIMS: ReadonlyArray<RegExp> = [
  /\beco(?:\W?(?:friendly|conscious|logical(?:ly)?)|[ -](?:toys?|range|products?|choice|wood|friends?|makers?|brands?))\b/gi,
  /\becological(?:ly)?\b/gi,
  /\b(?:environment(?:ally)?|earth|planet|nature|climate|carbon)\W(?:friendly|safe|sound|correct|conscious)\b/gi,
  /\b(?:kind|gentle|good|better) (?:to|on|for) (?:the |our )?(?:future of (?:the |our )?)?(?:environment|planet|earth|nature|climate)\b/gi,
  /\bplanet\W(?:saving|saver|positive)\b/gi,
  /\bnature[’']s friend\b/gi,
  /\bgreene?r? (?:choice|product|toy|alternative|option|credentials)s?\b/gi,
  /\bsustainab(?:le|ly|ility)\b/gi,
  /\b(?:climate|carbon|co2|CO₂)\W(?:neutral|negative|positive|compensated|free|offset)\b/giu,
  /\bnet\W?zero\b/gi,
  /\b(?:zero|no|low|reduced)\W(?:carbon|climate|environmental) (?:footprint|impact)\b/gi,
  /\b(?:biodegradable|biobased|bio-based|energy efficient)\b/gi,
];

/** The words of such claims as they stand in the text, each once. */
export function environmentalClaimsIn(text: string): ReadonlyArray<string> {
  const found = CLAIMS.flatMap((claim) => [...text.matchAll(claim)].map(([words]) => words.toLowerCase()));
  return [...new Set(found)];
}

/** What the desk says about them when they are saved; null: there are none. */
export function environmentalClaimWarning(texts: ReadonlyArray<string>): string | null {
  const found = environmentalClaimsIn(texts.join("\n"));
  if (found.length === 0) return null;
  const quoted = found.map((words) => `“${words}”`).join(", ");
  return `General claims about the environment are banned in the EU without recognised proof since 27 September 2026 (Directive (EU) 2024/825): ${quoted}. Say instead what is true and can be shown, such as the wood, where it grew and who certifies it. Ask a lawyer if you have proof.`;
}
