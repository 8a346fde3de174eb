/** Without percent signs that stand for characters; as it is where they stand for none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
