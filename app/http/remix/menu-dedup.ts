/** A page says the lists of its menus once: in their markup, from where the browser takes them when it comes to life. */

/** What is left of a department, whose menu says the rest. */
type Outline = Readonly<{ name: string; path: string; image: string | null }>;

/**
 * The page `html` whose data says of `departments` what no menu says; as it was, where it has no menus or its data is
 * not written as Remix writes it. The checkout's pages have none, and lead on to pages that have.
 */
export function withMenusOnce(html: string, departments: ReadonlyArray<Outline>): string {
  if (!html.includes("data-menu")) return html;
  const outlines = departments.map(({ name, path, image }) => ({ name, path, image }));
  const whole = dataText(departments);
  // The root's data comes first.
  const at = html.indexOf(whole);
  return at < 0 ? html : html.slice(0, at) + dataText(outlines) + html.slice(at + whole.length);
}

/** As Remix writes data into a script. */
function dataText(departments: unknown): string {
  return `"departments":${JSON.stringify(departments)}`.replace(
    /[&<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
