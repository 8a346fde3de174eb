/** Reads a list to its end, page by page, each from the place where the one before ended. */
export async function allPages<Row, Place>(
  read: (after: Place | null) => Promise<Readonly<{ rows: ReadonlyArray<Row>; next: Place | null }>>,
): Promise<ReadonlyArray<ReadonlyArray<Row>>> {
  const pages: Array<ReadonlyArray<Row>> = [];
  let after: Place | null = null;
  do {
    const page: Awaited<ReturnType<typeof read>> = await read(after);
    pages.push(page.rows);
    after = page.next;
  } while (after !== null);
  return pages;
}
