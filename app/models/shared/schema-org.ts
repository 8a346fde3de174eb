export type SchemaOrgThing = Readonly<{ "@type": string }> & Readonly<Record<string, unknown>>;

/** No text can end the script element. */
export function structuredText(things: ReadonlyArray<SchemaOrgThing>): string {
  const [only] = things;
  const graph = things.length === 1 ? only : { "@graph": things };
  return JSON.stringify({ "@context": "https://schema.org", ...graph })
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
