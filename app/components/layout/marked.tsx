/** `text` with the typed beginnings of its words in bold. */
export function Marked({ text, typed }: Readonly<{ text: string; typed: string }>) {
  return (
    <span>
      {markedParts(text, typed).map(({ part, isTyped }, at) =>
        isTyped ? <mark key={at}>{part}</mark> : part,
      )}
    </span>
  );
}

type Part = Readonly<{ part: string; isTyped: boolean }>;

/** The parts together are `text`. */
export function markedParts(text: string, typed: string): ReadonlyArray<Part> {
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return text
    .split(/((?<![\p{L}\p{N}])[\p{L}\p{N}]+)/u)
    .filter(Boolean)
    .flatMap((part): ReadonlyArray<Part> => {
      const lower = part.toLowerCase();
      const letters = Math.max(
        0,
        ...words.filter((word) => lower.startsWith(word)).map(({ length }) => length),
      );
      const parts = [
        { part: part.slice(0, letters), isTyped: true },
        { part: part.slice(letters), isTyped: false },
      ];
      return parts.filter((one) => one.part !== "");
    });
}
