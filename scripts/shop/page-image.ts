import { readFile } from "node:fs/promises";
import { basename } from "node:path";

import type { PageState } from "#app/models/desk/pages/page-states.server.ts";

import { commands, done, notDone, type Outcome, refusalOutcome } from "./command.ts";

type Upload = Readonly<{ path: string; text: string }>;

/** Stores the image for every page, and makes it that of an article's draft that has none. */
export async function addPageImage(state: PageState, { path, text }: Upload): Promise<Outcome> {
  const { developUploads } = await import("#app/models/desk/uploads.server.ts");
  const { savePageDraft } = await import("#app/models/desk/pages/page-steps.server.ts");
  const { PAGE_LIMITS } = await import("#app/models/desk/pages/page-form.ts");
  const { uploadName } = await import("#app/services/images/upload-names.ts");
  if (text.length > PAGE_LIMITS.imageAlt)
    return notDone(`--text: Use up to ${PAGE_LIMITS.imageAlt} characters.`);
  const content = await readFile(path).catch(() => null);
  if (!content) return notDone(`There is no file ${path} that can be read.`);
  const developed = await developUploads([{ name: basename(path), content }]);
  if (!developed.ok) return refusalOutcome(developed);
  const [image] = developed.value;
  if (!image) return notDone(`There is no image in ${path}.`);
  const edit = { ref: { kind: state.kind, key: state.key }, typed: state.fields, marks: null };
  const saved = await savePageDraft(edit, await commands(), { ...image, alt: text });
  if (!saved.ok) return refusalOutcome(saved);
  const file = uploadName(image.hash);
  return done(`The image is uploaded as ${file}.`, { image: file });
}
