import type { Article, ContentState, InformationPage } from "#app/models/content/content.ts";
import type { HomeContent } from "#app/models/content/home-content.ts";

/**
 * Only `isCurrent` and `refresh` wait for another machine, so that every page's frame is drawn whatever
 * becomes of it.
 */
export interface ContentPort {
  listArticles(): Promise<ReadonlyArray<Article>>;
  findArticle(id: string): Promise<Article | null>;
  listPages(): Promise<ReadonlyArray<InformationPage>>;
  findPage(slug: string): Promise<InformationPage | null>;
  /** In `currency`, where its texts name amounts; null: in the shop's own. */
  home(currency?: string | null): Promise<HomeContent>;
  /** False when nobody vouched for the content within the last day. Waits a moment where nothing is known yet. */
  isCurrent(): Promise<boolean>;
  /** Reads it anew where it is time for that. Never rejects: what cannot be read stays as it was. */
  refresh(): Promise<void>;
  state(): Promise<ContentState>;
  /** Equal (===) to what it was before for as long as the others answer the same. */
  mark(): Promise<unknown>;
}
