/** All the shop asks of whatever holds its articles, pages and words. */
import type { Article, HomeContent, InformationPage } from "#app/models/content.ts";

export interface ContentPort {
  /** Every article, newest first. */
  listArticles(): Promise<ReadonlyArray<Article>>;
  findArticle(id: number): Promise<Article | null>;
  /** Every information page in its order. */
  listPages(): Promise<ReadonlyArray<InformationPage>>;
  findPage(slug: string): Promise<InformationPage | null>;
  home(): Promise<HomeContent>;
}
