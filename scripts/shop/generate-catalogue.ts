import { type Command, countFrom, newCommand, type Outcome, readWords } from "./command.ts";
import { newProgress } from "./progress.ts";
import { takeIn } from "./after-import.ts";

const PRODUCTS_MAX = 5_000_000;
const SEED_MAX = 2_147_483_647;
const DEFAULT_SEED = 1;

const HELP = `Usage: npm run shop -- generate-catalogue --products <n> [--seed <n>] [--progress] [--json]

Makes up <n> products beside those of the demo catalogue, with makers, variants, prices, sales, stock, reviews and
dates, and the demo's images: to see how the shop does at that size. The database is the one the shop itself uses
(DATABASE_URL or DATA_DIR); an empty one gets the demo catalogue first. One with orders is refused.

The same number and seed make the same products on the same day. Stopped or killed, the same command goes on where it
was. Importing a catalogue folder afterwards hides the made-up products.

  --products <n>   how many, up to ${PRODUCTS_MAX}
  --seed <n>       which ones; default ${DEFAULT_SEED}
  --progress       show progress even without a terminal
  --json           print the result as JSON
  --help           this text

Exit codes: 0 all are there, 1 refused or failed, 2 wrong usage.`;

type CommandOptions = Readonly<{ products: number; seed: number; isWatched: boolean; isJson: boolean }>;

export const generateCatalogueCommand: Command = newCommand<CommandOptions>({
  name: "generate-catalogue",
  summary: "generate a test catalogue of any size",
  help: HELP,
  read: readArguments,
  work,
  tables: "create",
});

async function work({ products, seed, isWatched }: CommandOptions): Promise<Outcome> {
  const { generateCatalogue } = await import("#app/db/seed/generate-catalogue.server.ts");
  const progress = newProgress({ what: "products", isRequested: isWatched });
  const startedAt = performance.now();
  const result = await generateCatalogue({
    ...{ products, seed, now: new Date() },
    onWritten: (done, total) => progress.at(done, total),
  });
  if (!result.ok) return { isDone: false, words: result.reason, data: result };
  await takeIn(isWatched);
  const { rowsWritten } = result.value;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1_024);
  const changes =
    rowsWritten === 0
      ? "all were there already"
      : `${rowsWritten} rows in ${seconds} s, at most ${peakMb} MB of memory`;
  const words = `${products} products with seed ${seed}: ${changes}.`;
  return { isDone: true, words, data: { ...result, seconds, peakMb } };
}

const OPTIONS = {
  products: { type: "string" },
  seed: { type: "string" },
  progress: { type: "boolean" },
  json: { type: "boolean" },
} as const;

function readArguments(args: ReadonlyArray<string>): CommandOptions | null {
  const words = readWords(args, OPTIONS);
  if (!words || words.positionals.length > 0) return null;
  const { values } = words;
  const products = countFrom(values.products ?? "", PRODUCTS_MAX);
  const seed = values.seed === undefined ? DEFAULT_SEED : countFrom(values.seed, SEED_MAX);
  if (products === null || seed === null) return null;
  return { products, seed, isWatched: values.progress ?? false, isJson: values.json ?? false };
}
