/** The recipes of docs/recipes.md, as they are written there. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

type Block = Readonly<{ file: string; text: string; isChange: boolean }>;

export type Recipe = Readonly<{ title: string; blocks: ReadonlyArray<Block>; checks: ReadonlyArray<string> }>;

const FENCE = /^```(\w+)(?: (\S+))?\n(.*?)^```$/gms;

export function recipesIn(markdown: string): ReadonlyArray<Recipe> {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const fences = [...section.matchAll(FENCE)].map(([, language = "", file = "", text = ""]) => ({
        language,
        file,
        text,
      }));
      return {
        title: section.slice(0, section.indexOf("\n")),
        blocks: fences
          .filter(({ file }) => file !== "")
          .map(({ language, file, text }) => ({ file, text, isChange: language === "diff" })),
        checks: fences
          .filter(({ language }) => language === "sh")
          .flatMap(({ text }) => text.trim().split("\n")),
      };
    });
}

/** Writes the files of a recipe below `root`. */
export function follow({ title, blocks }: Recipe, root: string): void {
  for (const { file, text, isChange } of blocks) {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    const problem = `${title}: what ${file} is said to have is not there once`;
    if (isChange) writeFileSync(path, changed(readFileSync(path, "utf8"), text, problem));
    else writeFileSync(path, text, { flag: "wx" });
  }
}

/** `change`: lines that stay begin with a space, those that go with a minus, those that come with a plus. */
export function changed(text: string, change: string, problem: string): string {
  const lines = change.trimEnd().split("\n");
  const side = (without: string) =>
    lines
      .filter((line) => !line.startsWith(without))
      .map((line) => line.slice(1))
      .join("\n");
  const [before, ...more] = text.split(side("+"));
  if (more.length !== 1) throw new Error(problem);
  return [before, ...more].join(side("-"));
}
