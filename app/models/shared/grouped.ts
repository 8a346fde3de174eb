/** Node 20 has no `Map.groupBy`. */
export function grouped<Item, Key>(
  items: ReadonlyArray<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, ReadonlyArray<Item>> {
  const groups = new Map<Key, Array<Item>>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
