import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useState } from "react";

export type Combobox = Readonly<{
  /** False after the list was closed, until the next input. */
  isEnabled: boolean;
  /** Index of the active option; -1 is the field. */
  active: number;
}>;

const AT_REST: Combobox = { isEnabled: false, active: -1 };

export function optionId(listId: string, place: number): string {
  return `${listId}-${place}`;
}

export function useTypedText(form: RefObject<HTMLFormElement>): string {
  const [typed, setTyped] = useState("");
  useEffect(() => {
    const field = fieldOf(form);
    if (!field) return;
    const read = () => setTyped(field.value);
    // Text may have been typed before hydration.
    read();
    field.addEventListener("input", read);
    return () => field.removeEventListener("input", read);
  }, [form]);
  return typed;
}

/** ARIA Authoring Practices, list autocomplete with manual selection: the keyboard stays in the field. */
export function useCombobox(form: RefObject<HTMLFormElement>, listId: string, count: number): Combobox {
  const [state, setState] = useState<Combobox>({ isEnabled: true, active: -1 });
  const { key } = useLocation();
  useEffect(() => setState(AT_REST), [key]);
  useEffect(() => setState({ isEnabled: true, active: -1 }), []);

  const isOpen = state.isEnabled && count > 0;
  const active = isOpen && state.active < count ? state.active : -1;

  useEffect(() => {
    const field = fieldOf(form);
    if (!field) return;
    describe(field, { listId, isOpen, active });
    if (active >= 0) document.getElementById(optionId(listId, active))?.scrollIntoView({ block: "nearest" });
  }, [form, listId, isOpen, active]);

  useEffect(() => {
    const box = form.current;
    const field = fieldOf(form);
    if (!box || !field) return;
    const onInput = () => setState({ isEnabled: true, active: -1 });
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      const next = nextState(event.key, { isOpen, active, count });
      if (next === null) return;
      if (next === "follow") document.getElementById(optionId(listId, active))?.click();
      else setState(next);
      if (!KEEPS_ITS_OWN.has(event.key)) event.preventDefault();
    };
    const onFocusOut = (event: FocusEvent) => {
      if (!(event.relatedTarget instanceof Node) || !box.contains(event.relatedTarget)) setState(AT_REST);
    };
    field.addEventListener("input", onInput);
    field.addEventListener("keydown", onKeyDown);
    box.addEventListener("focusout", onFocusOut);
    return () => {
      field.removeEventListener("input", onInput);
      field.removeEventListener("keydown", onKeyDown);
      box.removeEventListener("focusout", onFocusOut);
    };
  }, [form, listId, isOpen, active, count]);

  return { isEnabled: isOpen, active };
}

const KEEPS_ITS_OWN: ReadonlySet<string> = new Set(["Home", "End", "Tab"]);

type Now = Readonly<{ isOpen: boolean; active: number; count: number }>;

type Step = Combobox | "follow" | null;

const at = (active: number): Combobox => ({ isEnabled: true, active });

const KEYS: Readonly<Record<string, (now: Now) => Step>> = {
  ArrowDown: ({ isOpen, active, count }) => {
    if (count === 0) return null;
    return at(!isOpen || active + 1 < count ? active + 1 : -1);
  },
  ArrowUp: ({ active, count }) => (count === 0 ? null : at(active === -1 ? count - 1 : active - 1)),
  Enter: ({ active }) => (active === -1 ? null : "follow"),
  Escape: ({ isOpen }) => (isOpen ? AT_REST : null),
  Home: ({ active }) => (active === -1 ? null : at(-1)),
  End: ({ active }) => (active === -1 ? null : at(-1)),
  Tab: ({ isOpen }) => (isOpen ? AT_REST : null),
};

/** "follow" goes to the active option; null is not the list's key. */
export function nextState(key: string, now: Now): Step {
  return Object.hasOwn(KEYS, key) ? (KEYS[key]?.(now) ?? null) : null;
}

function describe(
  field: HTMLInputElement,
  { listId, isOpen, active }: Readonly<{ listId: string; isOpen: boolean; active: number }>,
): void {
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", listId);
  field.setAttribute("aria-expanded", String(isOpen));
  if (active >= 0) field.setAttribute("aria-activedescendant", optionId(listId, active));
  else field.removeAttribute("aria-activedescendant");
}

function fieldOf(form: RefObject<HTMLFormElement>): HTMLInputElement | null {
  return form.current?.querySelector<HTMLInputElement>("input[type=search]") ?? null;
}
