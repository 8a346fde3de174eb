/** All that a page for nobody in particular is made of besides its address and the time, as something to compare. */
import { dataVersion, dataVersionForNewcomer } from "#app/db/data-version.server.ts";
import { content } from "#app/services/content/content.server.ts";

export type ShownVersion = Readonly<{
  /** Of the database: catalogue, stock, reviews, settings. */
  data: string;
  /** Of articles, pages and words. */
  content: unknown;
}>;

/** What is shown now. Rejects when the database does not answer. */
export async function shownVersion(): Promise<ShownVersion> {
  return { data: await dataVersion(), content: await content().mark() };
}

/** What is shown to a request that has just been read. Cheap: meant to be asked by every one of them. */
export async function shownToNewcomer(): Promise<ShownVersion> {
  return { data: await dataVersionForNewcomer(), content: await content().mark() };
}

export function isSameVersion(one: ShownVersion, other: ShownVersion): boolean {
  return one.data === other.data && one.content === other.content;
}
