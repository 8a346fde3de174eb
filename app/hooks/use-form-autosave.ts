import type { RefObject } from "react";

import { readStoredText, writeStoredText } from "./session-storage.ts";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect.ts";

export type FormAutosave = Readonly<{
  name: string;
  /** The customer, or "" for a guest: nobody sees another person's draft. */
  writer: string;
  fields: ReadonlyArray<string>;
  /** False if the server has just returned the typed values. */
  isRestored: boolean;
}>;

export function useFormAutosave(form: RefObject<HTMLFormElement>, draft: FormAutosave): void {
  const { name, writer, fields, isRestored } = draft;
  useBrowserLayoutEffect(() => {
    const element = form.current;
    if (!element) return;
    const controls = fields.map((field) => element.elements.namedItem(field)).filter(isControl);
    const isTyped = (control: Control) => control.value !== "" && (!isRestored || !isUntouched(control));
    const keep = () => writeStoredText(name, draftText(writer, controls.filter(isTyped)));
    if (isRestored) {
      const typed = readDraft(name, writer);
      for (const control of controls) fillIn(control, typed[control.name] ?? "");
    }
    keep();
    element.addEventListener("input", keep);
    return () => element.removeEventListener("input", keep);
  }, [form, name, writer, fields, isRestored]);
}

export function clearSavedForm(name: string): void {
  writeStoredText(name, "");
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isControl(found: Element | RadioNodeList | null): found is Control {
  return found !== null && "form" in found && "value" in found;
}

function draftText(writer: string, controls: ReadonlyArray<Control>): string {
  if (controls.length === 0) return "";
  const typed = Object.fromEntries(controls.map(({ name, value }) => [name, value]));
  return JSON.stringify({ writer, typed });
}

function readDraft(name: string, writer: string): Readonly<Record<string, string>> {
  try {
    const stored = JSON.parse(readStoredText(name) ?? "{}") as {
      writer?: string;
      typed?: Record<string, string>;
    };
    return stored.writer === writer || stored.writer === "" ? (stored.typed ?? {}) : {};
  } catch {
    return {};
  }
}

function fillIn(control: Control, text: string): void {
  if (text === "" || !isUntouched(control)) return;
  control.value = text;
  // For the character counter.
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

function isUntouched(control: Control): boolean {
  if (!("options" in control)) return control.value === control.defaultValue;
  const untouched = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
  return control.value === untouched?.value;
}
