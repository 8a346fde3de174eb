/** What shoppers ask for that the shop does not sell, with what to search for in its place. */
export type BrandNotSold = Readonly<{ name: string; instead: string }>;

/** Of lines such as "Maxi-Cosi: car seat"; without a colon nothing stands in its place. */
export function readBrands(lines: ReadonlyArray<string>): ReadonlyArray<BrandNotSold> {
  return lines.map((line) => {
    const [name = "", instead = ""] = line.split(":").map((part) => part.trim());
    return { name, instead };
  });
}
