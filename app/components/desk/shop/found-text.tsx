import { foldedText } from "#app/models/desk/search-terms.ts";

/** `text` with the parts in bold that `sought` has found, however they were typed. */
export function FoundText({ text, sought }: Readonly<{ text: string; sought: string }>) {
  const { start, end } = foundPart(text, sought);
  if (end === 0) return <>{text}</>;
  const characters = Array.from(text);
  const part = (from: number, to?: number) => characters.slice(from, to).join("");
  return (
    <>
      {part(0, start)}
      <b className="found">{part(start, end)}</b>
      {part(end)}
    </>
  );
}

/** Where the longest word of `sought`, or all of it, stands in `text`, in characters. `end` is 0 for nowhere. */
export function foundPart(text: string, sought: string): Readonly<{ start: number; end: number }> {
  const plain = Array.from(text, foldedText);
  const words = [sought, ...sought.split(/\s+/)].map(foldedText).filter(Boolean);
  for (const word of words.sort((one, other) => other.length - one.length))
    for (let start = 0; start < plain.length; start += 1) {
      const length = lengthOf(plain.slice(start), word);
      if (length > 0) return { start, end: start + length };
    }
  return { start: 0, end: 0 };
}

/** How many characters `word` takes at the beginning of `plain`; spaces do not count. 0: it does not stand there. */
function lengthOf(plain: ReadonlyArray<string>, word: string): number {
  const spelling = word.replace(/\s/g, "");
  let read = "";
  for (const [index, character] of plain.entries()) {
    read += character.trim();
    if (read.length > 0 && read === spelling) return index + 1;
    if (!spelling.startsWith(read) || (index === 0 && character.trim() === "")) return 0;
  }
  return 0;
}
