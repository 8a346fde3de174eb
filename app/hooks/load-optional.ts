/**
 * Code that its page can do without, such as suggestions under a search field: what `load` imports, or null where it
 * does not come. Unlike a part of a page, its failure is no reason to load the document afresh.
 */
export async function loadOptional<Part>(load: () => Promise<Part>): Promise<Part | null> {
  const keepQuiet = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener("vite:preloadError", keepQuiet, true);
  try {
    return await load();
  } catch {
    return null;
  } finally {
    window.removeEventListener("vite:preloadError", keepQuiet, true);
  }
}
