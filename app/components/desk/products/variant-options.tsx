import { type DeskAnswer, DeskField, DeskSelect, More } from "#app/components/desk/desk-form.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import {
  hexInput,
  NEW_VALUES_ROWS,
  recolourInput,
  renameInput,
  valueInput,
} from "#app/models/desk/products/new-variants-form.ts";

import type { PageOption, VariantsPageProps } from "./variants-page.tsx";
import { DeskButton } from "#app/components/desk/desk-parts.tsx";

type OptionProps = Readonly<{ option: PageOption; page: VariantsPageProps }>;

export function OptionPanel({ option, page }: OptionProps) {
  return (
    <section className="panel stack" id={`option-${option.id}`}>
      <h2 className="h2">{option.name}</h2>
      <OptionValues option={option} />
      <RenameValues option={option} page={page} />
      <AddValues option={option} page={page} />
    </section>
  );
}

function OptionValues({ option }: Readonly<{ option: PageOption }>) {
  return (
    <ul className="acts">
      {option.values.map(({ key, label, hex, isVisible }) => (
        <li key={key} className="acts">
          {hex === null ? null : (
            <svg className="dab" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
              <circle cx="10" cy="10" r="10" fill={hex} />
            </svg>
          )}
          {label}
          {isVisible ? null : <span className="muted"> (hidden)</span>}
        </li>
      ))}
    </ul>
  );
}

/** Open while something in it is wrong. */
function RenameValues({ option, page }: OptionProps) {
  const { id, mark, answer } = page;
  const { name, isColour, values } = option;
  const inputs = values.map(
    (_, place) => [renameInput(option.id, place), recolourInput(option.id, place)] as const,
  );
  const isOpen = inputs.flat().some((input) => answer.values[input] !== undefined);
  return (
    <More title={isColour ? "Change names or colours" : "Change names"} isOpen={isOpen}>
      <form className="stack" method="post" action={deskPaths.productVariants(id)}>
        <input type="hidden" name="mark" value={mark} />
        <p className="hint">
          Shoppers see the new names at once. Orders and invoices of before keep the words that they have.
        </p>
        {values.map(({ key, label, hex }, place) => (
          <ValueRow
            key={key}
            names={inputs[place] ?? ["", ""]}
            label={`Name of ${label}`}
            value={label}
            hex={hex}
            {...{ isColour, answer }}
          />
        ))}
        <div className="acts">
          <DeskButton intent={`rename-values ${option.id}`}>Save names of {name}</DeskButton>
        </div>
      </form>
    </More>
  );
}

function AddValues({ option, page }: OptionProps) {
  const { id, mark, answer } = page;
  const { name, isColour } = option;
  return (
    <form className="stack" method="post" action={deskPaths.productVariants(id)} id={`add-${option.id}`}>
      <input type="hidden" name="mark" value={mark} />
      <p className="hint">
        {isColour ? "Each new colour has a name and the colour of its swatch." : "Each new value has a name."}{" "}
        You can leave rows empty. Each value makes a variant with every value of the other options.
      </p>
      <ValueRows form={option.id} word={isColour ? "New colour" : "New value"} {...{ isColour, answer }} />
      <div className="acts">
        <DeskButton intent={`add-values ${option.id}`} look="plain">
          Add to {name}
        </DeskButton>
      </div>
    </form>
  );
}

type ValueRowsProps = Readonly<{
  form: number | "new";
  word: string;
  isColour: boolean;
  answer: DeskAnswer;
}>;

function ValueRows({ form, word, isColour, answer }: ValueRowsProps) {
  return Array.from({ length: NEW_VALUES_ROWS }, (_, place) => (
    <ValueRow
      key={place}
      names={[valueInput(form, place), hexInput(form, place)]}
      label={`${word} ${place + 1}`}
      {...{ isColour, answer }}
    />
  ));
}

type ValueRowProps = Readonly<{
  names: readonly [value: string, hex: string];
  label: string;
  isColour: boolean;
  answer: DeskAnswer;
  value?: string;
  hex?: string | null;
}>;

function ValueRow({ names: [name, colour], label, isColour, answer, value = "", hex = null }: ValueRowProps) {
  return (
    <div className="with-button">
      <DeskField name={name} label={label} answer={answer} value={value} maxLength={60} />
      {isColour ? (
        <div className={answer.errors[colour] ? "field field--error" : "field"}>
          <label className="label" htmlFor={colour}>
            Colour
          </label>
          <input
            className="input dabin"
            type="color"
            id={colour}
            name={colour}
            defaultValue={answer.values[colour] ?? hex ?? START_COLOUR}
          />
        </div>
      ) : null}
    </div>
  );
}

/** Oak: what a swatch has until somebody chooses. */
const START_COLOUR = "#dcbb8c";

const TYPES = [
  { value: "swatch", text: "By colour: swatches" },
  { value: "radio", text: "By name: a list" },
] as const;

export function AddOption({ id, mark, options, variants, answer }: VariantsPageProps) {
  const [only] = variants;
  return (
    <form className="panel stack" method="post" action={deskPaths.productVariants(id)} id="add-option">
      <input type="hidden" name="mark" value={mark} />
      <h2 className="h2">{options.length === 0 ? "Add an option" : "Add a further option"}</h2>
      <p className="hint">
        {variants.length === 1 && only
          ? "The current product gets the first value and keeps its article number and stock."
          : "All current variants get the first value and keep their article numbers and stock."}{" "}
        The colours below are for swatches only.
      </p>
      <div className="fields">
        <DeskField name="optionName" label="Name" hint="Such as Colour" answer={answer} maxLength={40} />
        <DeskSelect
          name="optionType"
          label="How shoppers choose"
          hint="Swatches need a colour for each value"
          answer={answer}
          value="swatch"
          options={TYPES}
        />
      </div>
      <ValueRow
        names={[valueInput("new", "present"), hexInput("new", "present")]}
        label="What it is now"
        isColour
        answer={answer}
      />
      <ValueRows form="new" word="Further value" isColour answer={answer} />
      <div className="acts">
        <DeskButton intent="add-option" look="plain">
          Add the option
        </DeskButton>
      </div>
    </form>
  );
}
