import { takeIn } from "./after-import.ts";
import { newCommand, readWords } from "./command.ts";

const help = `Usage: npm run shop -- search rebuild [--json]

Makes the embedded index of the search anew from the catalogue, for one that is damaged or incomplete. The shop may run
meanwhile: until it is done, searches find fewer products.

  --json   print the result as JSON

Exit codes: 0 done, 1 failed, 2 called wrongly.`;

export const searchCommand = newCommand({
  name: "search",
  summary: "make the index of the search anew",
  help,
  read: (args) => {
    const words = readWords(args, { json: { type: "boolean" } } as const);
    return words?.positionals.join(" ") === "rebuild" ? { isJson: words.values.json ?? false } : null;
  },
  work: async () => {
    const { emptyIndex, markedCount } = await import("#app/services/search/embedded/indexing.server.ts");
    await emptyIndex();
    const products = await markedCount();
    await takeIn(true);
    return { isDone: true, words: `The search has taken in ${products} products.`, data: { products } };
  },
});
