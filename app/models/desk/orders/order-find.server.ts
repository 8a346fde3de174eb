import { sql } from "kysely";

import { findListedOrders } from "./order-list.server.ts";
import { type DeskQuery, withSwappedCharacters } from "#app/models/desk/search-terms.ts";
import {
  findByTerms,
  type FoundByTerms,
  newestOf,
  type TermKinds,
} from "#app/models/desk/term-search.server.ts";

/** The reversed number counts for itself alone. */
const ANY_KIND = sql`kind <> 'number-end'`;
const NUMBER_END = sql`kind = 'number-end'`;
const BUYER = sql`kind IN ('name', 'email')`;

/**
 * Forgives two characters in the other order in words. `isCut`: so many orders begin like this that only the newest were
 * looked through.
 */
export async function searchDeskOrders(query: DeskQuery, limit: number) {
  const { orders, isCut } = await findForgiving(query, { kinds: ANY_KIND, limit });
  return { orders: await findListedOrders(orders.map(({ id }) => id)), isCut };
}

export function searchBuyerOrders(query: DeskQuery, limit: number): Promise<FoundByTerms> {
  return findForgiving({ ...query, reversed: null }, { kinds: BUYER, limit });
}

type Limits = Readonly<{ kinds: TermKinds; limit: number }>;

async function findForgiving(query: DeskQuery, limits: Limits): Promise<FoundByTerms> {
  if (query.whole === "") return { orders: [], isCut: false };
  const found = await findSpelt(query, (word) => [word], limits);
  return found.orders.length > 0
    ? found
    : findSpelt(query, (word) => [word, ...withSwappedCharacters(word)], limits);
}

async function findSpelt(
  { words, whole, reversed }: DeskQuery,
  spellings: (word: string) => ReadonlyArray<string>,
  { kinds, limit }: Limits,
): Promise<FoundByTerms> {
  const isOneWord = words.length === 1 && words[0] === whole;
  const found = [
    await findByTerms({ words: words.map(spellings), kinds }, limit),
    await findByTerms({ words: isOneWord ? [] : [[whole]], kinds }, limit),
    await findByTerms({ words: reversed ? [[reversed]] : [], kinds: NUMBER_END }, limit),
  ];
  const orders = found.flatMap((each) => each.orders);
  return { orders: newestOf(orders, limit), isCut: found.some(({ isCut }) => isCut) };
}
