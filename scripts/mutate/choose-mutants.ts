/** Chooses mutants by chance that repeats: money and visitors first, then the desk, the catalogue and the database. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { type RandomDraw, seededRandom } from "#scripts/seeded-random.ts";

import { mutated, type Mutant } from "./mutant.ts";
import { isRunnable, mutantsOf } from "./mutant-maker.ts";

type Part = Readonly<{ share: number; folders: ReadonlyArray<string> }>;

const below = (folder: string, names: ReadonlyArray<string>) => names.map((name) => `${folder}/${name}`);

const PARTS: ReadonlyArray<Part> = [
  {
    share: 0.7,
    folders: [
      ...below("app/models", ["cart", "checkout", "order", "coupon", "shipping", "customer"]),
      ...below("app/http", ["server", "session", "cache"]),
      ...below("app/routes", ["cart", "checkout", "auth", "orders"]),
    ],
  },
  {
    share: 0.3,
    folders: [...below("app/models", ["desk", "gift-list", "catalogue"]), "app/routes/desk", "app/db"],
  },
];
const LEFT_OUT = ["app/db/migrations/", "app/db/seed/"];
const PER_FILE_MAX = 3;

/** The folder that a mutant is counted in. */
export function folderOf(file: string): string {
  const folders = PARTS.flatMap(({ folders }) => folders);
  return folders.find((folder) => file.startsWith(`${folder}/`)) ?? "elsewhere";
}

/** A file of app/, how often it is drawn, and the mutants that it still has, by kind. */
export type DrawnFile = { file: string; text: string; taken: number; kinds: Map<string, Array<Mutant>> };

/** `count` mutants of the checkout at `root`; the same for the same seed and the same app/. */
export function chooseMutants(root: string, { count, seed }: Readonly<{ count: number; seed: number }>) {
  return PARTS.flatMap(({ share, folders }, place) => {
    const files = folders.flatMap((folder) => sourcesIn(root, folder)).sort();
    const drawn = files.map((file) => drawnFile(file, readFileSync(join(root, file), "utf8")));
    return drawMutants(drawn, Math.round(count * share), seededRandom(seed, place));
  });
}

function sourcesIn(root: string, folder: string): ReadonlyArray<string> {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((file) => /[.]tsx?$/.test(file) && !LEFT_OUT.some((start) => file.startsWith(start)));
}

/** A file with all its mutants. */
export function drawnFile(file: string, text: string): DrawnFile {
  const kinds = new Map<string, Array<Mutant>>();
  for (const mutant of mutantsOf(file, text))
    kinds.set(mutant.kind, [...(kinds.get(mutant.kind) ?? []), mutant]);
  return { file, text, taken: 0, kinds };
}

/** Long files more often than short ones, of each at most three mutants, and of the kinds of a file one as often as another. */
export function drawMutants(
  files: ReadonlyArray<DrawnFile>,
  count: number,
  random: RandomDraw,
): ReadonlyArray<Mutant> {
  const chosen: Array<Mutant> = [];
  while (chosen.length < count) {
    const open = files.filter(({ taken, kinds }) => taken < PER_FILE_MAX && kinds.size > 0);
    if (open.length === 0) break;
    const drawn = longerMoreOften(open, random);
    const mutant = takeOne(drawn, random);
    if (!isRunnable(drawn.text, mutated(drawn.text, mutant) ?? "", drawn.file)) continue;
    drawn.taken += 1;
    chosen.push(mutant);
  }
  return chosen.sort((first, second) => order(first.file, second.file) || first.start - second.start);
}

function longerMoreOften(files: ReadonlyArray<DrawnFile>, random: RandomDraw): DrawnFile {
  const lengths = files.map(({ text }) => text.split("\n").length);
  let rest = random.next() * lengths.reduce((sum, length) => sum + length, 0);
  const index = lengths.findIndex((length) => (rest -= length) < 0);
  return files.at(index) as DrawnFile;
}

/** Takes it out of the file, so that none comes twice. */
function takeOne({ kinds }: DrawnFile, random: RandomDraw): Mutant {
  const [kind, mutants] = random.one([...kinds]);
  const index = random.whole(0, mutants.length - 1);
  const [mutant] = mutants.splice(index, 1);
  if (mutants.length === 0) kinds.delete(kind);
  return mutant as Mutant;
}

function order(first: string, second: string): number {
  return first < second ? -1 : first > second ? 1 : 0;
}
