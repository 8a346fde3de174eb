/** Of `items`, this many at a time. */
export function* slices<Item>(items: ReadonlyArray<Item>, size: number) {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
