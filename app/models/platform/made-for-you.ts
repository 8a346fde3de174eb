/** What the shop says of items that are made with words, in one place for pages, emails and refusals. */

/**
 * "open": the buyer may change the words and cancel; "list": a family chose the words, and the buyer may cancel;
 * "in-work": the shop has begun the work; "made": it is packed or was sent.
 */
export type MadeState = "open" | "list" | "in-work" | "made";

type Made = Readonly<{
  /** "Engraving" */
  name: string;
  /** An item that cannot be returned is one made to the buyer's instructions (2011/83/EU, Article 16(c)). */
  isReturnable: boolean;
}>;

const KEEP = "yours to keep, unless it is faulty.";

/** What a buyer may still do with such an item. Null where nothing is special about it. */
export function madeForYouText({ name, isReturnable }: Made, state: MadeState = "open"): string | null {
  const until = `${untilWork(name)}.${isReturnable ? "" : ` After that it is ${KEEP}`}`;
  switch (state) {
    case "open":
      return `You can change the words or cancel ${until}`;
    case "list":
      return `The family chose the words, and can change them. You can cancel ${until}`;
    case "in-work":
      return `We are ${isActivity(name) ? name.toLowerCase() : "making"} it now, so ${isReturnable ? "you can no longer change the words or cancel." : `it is ${KEEP}`}`;
    case "made":
      return isReturnable ? null : `It was made for you. It is ${KEEP}`;
  }
}

type Line = Readonly<{ name: string; personalisation: Made | null }>;

/** The same of each such item, with its name. */
export function madeForYouLines(lines: ReadonlyArray<Line>, state: MadeState): ReadonlyArray<string> {
  return lines.flatMap(({ name, personalisation }) => {
    const text = personalisation && madeForYouText(personalisation, state);
    return text ? [`${name}: ${text}`] : [];
  });
}

/** "until we start engraving, pack or send it"; of other work than "…ing" "until we start the embroidery, …". */
export function untilWork(name = "work"): string {
  const work = name.toLowerCase();
  return `until we start ${isActivity(name) ? work : `the ${work}`}, pack or send it`;
}

function isActivity(name: string): boolean {
  return name.endsWith("ing");
}

/** How whatever is refused after that begins: "We have started making it for you". */
export function workBegun(what = "it"): string {
  return `We have started making ${what} for you`;
}
