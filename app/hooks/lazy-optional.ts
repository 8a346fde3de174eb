let underWay = 0;

export function isLoadingLazily(): boolean {
  return underWay > 0;
}

/** Null on failure, which must not reload the page: Chromium calls window listeners in the order added. */
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
