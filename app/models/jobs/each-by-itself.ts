import { failureText } from "./job.ts";

/** Works on one after the other. One that fails keeps no other waiting; all of them are named in one error at the end. */
export async function eachByItself<Item>(
  items: ReadonlyArray<Item>,
  nameOf: (item: Item) => string,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const problems: Array<string> = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      problems.push(`${nameOf(item)}: ${failureText(error)}`);
    }
  }
  if (problems.length > 0) throw new Error(problems.join("; "));
}
