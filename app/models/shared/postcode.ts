const POSTCODE = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[ABD-HJLNP-UW-Z]{2})$/;

const FORCES_NUMBER = /^BFPO(\d{1,4})$/;

/** "sw1a1aa" becomes "SW1A 1AA"; null if it has not the form of a British postcode. */
export function normalisePostcode(text: string): string | null {
  const bare = text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s.-]+/g, "");
  if (bare === "GIR0AA") return "GIR 0AA";
  const forces = FORCES_NUMBER.exec(bare);
  if (forces) return `BFPO ${forces[1] ?? ""}`;
  const parts = POSTCODE.exec(bare);
  return parts ? `${parts[1] ?? ""} ${parts[2] ?? ""}` : null;
}
