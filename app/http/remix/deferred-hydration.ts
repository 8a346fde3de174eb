/**
 * Scripts come after what a visitor sees: a page works without them. Remix writes them so that they are asked for at
 * once, where they share the line with styles, type and the largest picture; here they wait until the page has loaded, or
 * until somebody touches it.
 */

const PRELOAD = '<link rel="modulepreload" ';
/**
 * React finds as many links as it wrote, and leaves alone what they say. Of the words that HTML allows there, this one
 * asks for nothing: the browser has this page's host already.
 */
const WAITING = '<link rel="dns-prefetch" ';
/** The script that brings a page to life: what it imports, then what it does. */
const BOOT = ' type="module" async="">';
const BOOT_END = "</script>";
const IMPORT = /^import (?:\* as (\w+) from )?("[^"\\]+");$/;

/**
 * The page `html` with scripts that wait; as it was, where its script is not the one that Remix writes. `mark` is the
 * attribute, with a space before it, that the shop's own scripts bear.
 */
export function withLateScripts(html: string, mark = ""): string {
  const opening = `<script${mark}${BOOT}`;
  const boot = html.lastIndexOf(opening);
  const from = boot + opening.length;
  const to = html.indexOf(BOOT_END, from);
  const late = boot < 0 || to < 0 ? null : lateCode(html.slice(from, to));
  if (late === null) return html;
  // All but the end is the page itself: it is not written once more.
  const links = Math.max(html.indexOf(PRELOAD), 0);
  return html.slice(0, links) + html.slice(links, from).replaceAll(PRELOAD, WAITING) + late + html.slice(to);
}

function lateCode(code: string): string | null {
  const lines = code.split("\n").filter((line) => line.trim() !== "");
  const imports = lines.flatMap((line) => {
    const [found, name = "", address = ""] = IMPORT.exec(line) ?? [];
    return found === undefined ? [] : [{ name, address }];
  });
  const rest = lines.filter((line) => !IMPORT.test(line));
  if (imports.length === 0 || rest.some((line) => /^\s*(?:import|export)\b(?!\()/.test(line))) return null;
  const asked = imports.map(({ address }) => `import(${address})`).join(",");
  const names = imports.map(({ name }) => name).join(",");
  return [
    "let isBegun=false;",
    "const begin=()=>{if(isBegun)return;isBegun=true;",
    `for(const link of document.querySelectorAll('link[rel="dns-prefetch"]'))link.rel="modulepreload";`,
    // What does not arrive leaves the page as it is.
    `Promise.all([${asked}]).then(([${names}])=>{${rest.join("\n")}}).catch(()=>{})};`,
    "const soon=()=>requestAnimationFrame(()=>setTimeout(begin));",
    'if(document.readyState==="complete")soon();else addEventListener("load",soon,{once:true});',
    'for(const kind of["pointerdown","keydown"])addEventListener(kind,begin,{once:true,capture:true})',
  ].join("\n");
}
