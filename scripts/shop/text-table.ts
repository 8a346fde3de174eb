/** Rows of text as columns for the terminal. */

/** Each column as wide as its longest cell, two spaces between; columns named in `right` are set to the right. */
export function textTable(
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  right: ReadonlyArray<string> = [],
): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: ReadonlyArray<string>) =>
    head
      .map((title, column) => {
        const [cell = "", width = 0] = [cells[column], widths[column]];
        return right.includes(title) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return [line(head), ...rows.map(line)].join("\n");
}
