import { takeIn } from "./after-import.ts";
import { type Command, type Outcome } from "./command.ts";
import { verb, verbsCommand } from "./verbs.ts";

export const searchCommand: Command = verbsCommand({
  name: "search",
  summary: "make the index of the search anew",
  verbs: {
    rebuild: verb({
      about:
        "makes the embedded index of the search anew from the catalogue, for one that is damaged or incomplete. The " +
        "shop may run meanwhile: until it is done, searches find fewer products",
      run: rebuild,
    }),
  },
});

async function rebuild(): Promise<Outcome> {
  const { emptyIndex, markedCount } = await import("#app/services/search/embedded/indexing.server.ts");
  await emptyIndex();
  const products = await markedCount();
  await takeIn(true);
  return { isDone: true, words: `The search has taken in ${products} products.`, data: { products } };
}
