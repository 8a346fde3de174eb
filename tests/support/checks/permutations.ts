/** Every order of `items`. */
export function permutations<Item>(items: ReadonlyArray<Item>): ReadonlyArray<ReadonlyArray<Item>> {
  if (items.length < 2) return [items];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}
