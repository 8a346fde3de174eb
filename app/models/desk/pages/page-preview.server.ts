import { withFilledTexts } from "#app/models/content/content.server.ts";
import type { Article, InformationPage } from "#app/models/content/content.ts";
import { ownContent } from "#app/services/content/content.server.ts";
import { articleFrom, informationFrom } from "#app/services/content/page-build.server.ts";

import { findPageImageSize } from "./page-images.server.ts";
import { findPageState } from "./page-states.server.ts";
import { dayAtShop } from "./page-steps.server.ts";

/** "no-image": its page is not drawn without one. */
export async function previewArticle(key: string, now: Date): Promise<Article | "no-image" | null> {
  const [own, state] = [ownContent(), await findPageState({ kind: "article", key })];
  if (!own || !state) return null;
  const size = await findPageImageSize(state.fields.image, state);
  if (!size) return "no-image";
  const sections = new Map((await own.choices()).sections.map(({ slug, name }) => [slug, name]));
  const changedOn = await dayAtShop(now);
  return withFilledTexts(
    articleFrom({ key, fields: state.fields, size, changedOn, readingMinutes: null }, sections),
  );
}

export async function previewInformation(key: string, now: Date): Promise<InformationPage | null> {
  const state = ownContent() ? await findPageState({ kind: "information", key }) : null;
  if (!state) return null;
  const changedOn = await dayAtShop(now);
  return withFilledTexts(
    informationFrom({ key, fields: state.fields, size: null, changedOn, readingMinutes: null }),
  );
}
