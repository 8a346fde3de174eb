let underWay = 0;

/** True while a part is on its way whose failure concerns nobody. */
export function isLoadingOptional(): boolean {
  return underWay > 0;
}

/**
 * Code that its page can do without, such as suggestions under a search field: what `load` imports, or null where it
 * does not come. Unlike a part of a page, its failure is no reason to load the document afresh. A listener that stops
 * the event would not do: on the window, Chromium calls listeners in the order they were added, capturing or not.
 */
export async function loadOptional<Part>(load: () => Promise<Part>): Promise<Part | null> {
  underWay += 1;
  try {
    return await load();
  } catch {
    return null;
  } finally {
    underWay -= 1;
  }
}
