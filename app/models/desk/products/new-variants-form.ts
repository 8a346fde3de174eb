import {
  type NewOption,
  OPTION_NAME_MAX,
  OPTION_TYPES,
  VALUE_NAME_MAX,
  type ValueName,
} from "#app/models/catalogue/editing/variant-options.ts";

import { oneLine } from "./typed-text.ts";

export const NEW_VALUES_ROWS = 4;

type Inputs = Readonly<Record<string, string>>;
type Errors = Readonly<Record<string, string>>;

/** The input of the name, or the colour, of the value at `place` from 0. `form` is the option's id, or "new". */
export function valueInput(form: number | "new", place: number | "present"): string {
  return `value-${form}-${place}`;
}

export function hexInput(form: number | "new", place: number | "present"): string {
  return `hex-${form}-${place}`;
}

export function renameInput(option: number, place: number): string {
  return `rename-${option}-${place}`;
}

export function recolourInput(option: number, place: number): string {
  return `recolour-${option}-${place}`;
}

type Read<Value> = Readonly<{ value: Value; errors: Errors }>;

/** Without empty rows; a refusal names places among all rows ({@link placesOf}). */
export function readNewValues(typed: Inputs, form: number | "new"): Read<ReadonlyArray<ValueName>> {
  const errors: Record<string, string> = {};
  const values = placesOf(typed, form).map((place) => readValue(typed, [form, place], errors));
  if (values.length === 0) errors[valueInput(form, 0)] = "Type the name of one value or more";
  return { value: values, errors };
}

/** The rows, from 0, in which a name was typed. */
export function placesOf(typed: Inputs, form: number | "new"): ReadonlyArray<number> {
  const places = Array.from({ length: NEW_VALUES_ROWS }, (_, place) => place);
  return places.filter((place) => trimmed(typed[valueInput(form, place)]) !== "");
}

function readValue(
  typed: Inputs,
  [form, place]: readonly [number | "new", number | "present"],
  errors: Record<string, string>,
): ValueName {
  return readName(typed, [valueInput(form, place), hexInput(form, place)], errors);
}

function readName(
  typed: Inputs,
  [name, colour]: readonly [name: string, colour: string],
  errors: Record<string, string>,
): ValueName {
  const label = trimmed(typed[name]);
  if (label.length > VALUE_NAME_MAX) errors[name] = `Use up to ${VALUE_NAME_MAX} characters`;
  const hex = trimmed(typed[colour]).toLowerCase();
  if (hex !== "" && !/^#[0-9a-f]{6}$/.test(hex)) errors[colour] = "Type a colour such as #dd8f5c";
  return { label, hex: hex === "" ? null : hex };
}

/** By the key of their value; `keys` are those of the option, in its order. */
export function readRenamed(
  typed: Inputs,
  { id, keys, isColour }: Readonly<{ id: number; keys: ReadonlyArray<string>; isColour: boolean }>,
): Read<ReadonlyMap<string, ValueName>> {
  const errors: Record<string, string> = {};
  const names = keys.flatMap((key, place) => {
    const inputs = [renameInput(id, place), recolourInput(id, place)] as const;
    if (typed[inputs[0]] === undefined) return [];
    const { label, hex } = readName(typed, inputs, errors);
    if (label === "") errors[inputs[0]] ??= "Type a name: a value is never without one";
    return [[key, { label, hex: isColour ? hex : null }] as const];
  });
  return { value: new Map(names), errors };
}

export function readNewOption(typed: Inputs): Read<NewOption> {
  const name = trimmed(typed["optionName"]);
  const type = OPTION_TYPES.find((one) => one === typed["optionType"]) ?? "swatch";
  const { value: values, errors: own } = readNewValues(typed, "new");
  const errors: Record<string, string> = {};
  if (name === "") errors["optionName"] = "Type a name, such as Colour";
  if (name.length > OPTION_NAME_MAX) errors["optionName"] = `Use up to ${OPTION_NAME_MAX} characters`;
  const present = readValue(typed, ["new", "present"], errors);
  if (present.label === "") errors[valueInput("new", "present")] ??= "Type what it is now, such as Natural";
  const without = (value: ValueName) => (type === "swatch" ? value : { ...value, hex: null });
  return {
    value: { name, type, present: without(present), values: values.map(without) },
    errors: { ...errors, ...own },
  };
}

function trimmed(text: string | undefined): string {
  return oneLine(text ?? "");
}
