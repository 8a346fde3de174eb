/** The version of everything that public pages show, beside address and time. */
import { dataVersion, dataVersionForGuest, exactDataVersion } from "#app/db/data-version.server.ts";
import { content } from "#app/services/content/content.server.ts";

export type ShownVersion = Readonly<{
  data: string;
  content: unknown;
}>;

/** Rejects if the database does not answer. */
export async function shownVersion(): Promise<ShownVersion> {
  return { data: await dataVersion(), content: await content().mark() };
}

/** For a request that was just read, at less cost. */
export async function shownToGuest(): Promise<ShownVersion> {
  return { data: await dataVersionForGuest(), content: await content().mark() };
}

/** Also where another process has changed the database a moment ago; see `exactDataVersion` for `snapshot`. */
export async function exactVersion(snapshot: string | null = null): Promise<ShownVersion> {
  return { data: await exactDataVersion(snapshot), content: await content().mark() };
}

export function isSameVersion(one: ShownVersion, other: ShownVersion): boolean {
  return one.data === other.data && one.content === other.content;
}
