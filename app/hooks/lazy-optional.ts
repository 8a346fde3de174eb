let underWay = 0;

export function isLoadingLazily(): boolean {
  return underWay > 0;
}

/**
 * Imports optional code, such as search suggestions; null if that fails. Its failure must not reload the document: a
 * listener cannot stop the event, because Chromium calls window listeners in the order they were added.
 */
export async function lazyOptional<Part>(load: () => Promise<Part>): Promise<Part | null> {
  underWay += 1;
  try {
    return await load();
  } catch {
    return null;
  } finally {
    underWay -= 1;
  }
}
