/** Sorts the names of a catalogue of any size without holding everything else up. */

/** Letters that are looked at first: 32 bits of them and a place fit into one number. */
const LETTERS = 4;
const LETTER_MAX = 255;
/** Names that are sorted before others get a turn. */
const AT_ONCE = 20_000;

/**
 * The ordinals of `names` in their order: by the letters themselves, small ones throughout, so that no machine's
 * language changes it. `pause` lets others work.
 */
export async function nameOrder(
  names: ReadonlyArray<string>,
  pause: () => Promise<void>,
): Promise<Int32Array> {
  const count = names.length;
  const packed = Float64Array.from(names, (name, ordinal) => beginning(name) * count + ordinal).sort();
  const order = Int32Array.from(packed, (number) => number % count);
  let done = 0;
  for (let start = 0; start < count;) {
    const first = Math.floor((packed[start] ?? 0) / count);
    let end = start + 1;
    while (end < count && Math.floor((packed[end] ?? 0) / count) === first) end += 1;
    if (end - start > 1) sortPart(order.subarray(start, end), names);
    if (end - done > AT_ONCE) {
      await pause();
      done = end;
    }
    start = end;
  }
  return order;
}

/** Those that begin alike, by the rest. */
function sortPart(part: Int32Array, names: ReadonlyArray<string>): void {
  part.sort((one, other) => {
    const [left, right] = [names[one] ?? "", names[other] ?? ""];
    if (left === right) return one - other;
    return left < right ? -1 : 1;
  });
}

function beginning(name: string): number {
  let number = 0;
  for (let at = 0; at < LETTERS; at += 1) {
    const letter = at < name.length ? Math.min(LETTER_MAX, name.charCodeAt(at)) : 0;
    number = number * (LETTER_MAX + 1) + letter;
  }
  return number;
}
