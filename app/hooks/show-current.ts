/** As the `ref` of a row of links that scrolls sideways: begins it at the link of the current page. */
export function showCurrent(row: HTMLElement | null): void {
  const link = row?.querySelector<HTMLElement>("[aria-current=page]");
  if (row && link) row.scrollLeft = link.offsetLeft - row.offsetLeft;
}
