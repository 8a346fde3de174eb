/** The browser sends nothing for a box without a tick. */
export function isBillingSame(values: Readonly<Record<string, string>>): boolean {
  const { billing = "billing_address1" in values ? "different" : "same" } = values;
  return billing !== "different";
}
