/**
 * Where an extension or a translator has changed the page, React throws the server's elements away and draws its own.
 * What was typed, chosen, opened and focused before comes along.
 */
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLDetailsElement;

let page: Element | null = null;
let before: ReadonlyMap<string, Control> = new Map();
const texts = new Map<HTMLTextAreaElement, string>();
let focused: Element | null = null;
const rememberFocus = () => (focused = document.activeElement);

/** Before React takes `root` over. */
export function rememberControls(root: Element): void {
  page = root;
  before = controlsOf(root);
  // React 18 puts a text of the server back into its area when it takes that over, unless the element has another inside.
  for (const area of root.querySelectorAll("textarea")) {
    texts.set(area, area.defaultValue);
    Object.assign(area, { value: area.value, defaultValue: "" });
  }
  rememberFocus();
  root.addEventListener("focusin", rememberFocus);
}

/** Once React has drawn: does nothing where the elements are still those of the server. */
export function carryOverTyped(): void {
  if (!page) return;
  page.removeEventListener("focusin", rememberFocus);
  for (const [area, text] of texts) area.defaultValue = text;
  texts.clear();
  const now = controlsOf(page);
  for (const [name, old] of before) {
    const control = now.get(name);
    if (!control || old.isConnected) continue;
    copy(old, control);
    if (old === focused) control.focus({ preventScroll: true });
  }
  page = null;
  before = new Map();
  focused = null;
}

/** By form, name and, of several, number. */
function controlsOf(root: Element): ReadonlyMap<string, Control> {
  const controls = new Map<string, Control>();
  const counts = new Map<string, number>();
  for (const control of root.querySelectorAll<Control>("input,textarea,select,details")) {
    const kind =
      "open" in control
        ? `details ${control.querySelector("summary")?.textContent ?? ""}`
        : `${control.form?.getAttribute("action") ?? ""} ${control.name}`;
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    controls.set(`${kind} ${count}`, control);
  }
  return controls;
}

function copy(old: Control, control: Control): void {
  if ("open" in old) Object.assign(control, { open: old.open });
  else if (old instanceof HTMLInputElement && /^(?:checkbox|radio|file)$/.test(old.type))
    Object.assign(control, { checked: old.checked, files: old.files });
  else if (old.type !== "hidden" && "value" in control && old.value !== control.value)
    typeInto(control, old.value);
}

/** Past React's own setter, so that it sees the event as a change. */
function typeInto(control: Control, value: string): void {
  Reflect.set(Object.getPrototypeOf(control) as object, "value", value, control);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}
