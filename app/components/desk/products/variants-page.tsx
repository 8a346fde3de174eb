import { deskPaths } from "#app/desk-paths.ts";
import {
  hexInput,
  NEW_VALUES_ROWS,
  recolourInput,
  renameInput,
  valueInput,
} from "#app/models/desk/products/new-variants-form.ts";

import { type DeskAnswer, DeskErrors, DeskNotice, DeskSelect } from "#app/components/desk/desk-form.tsx";
import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { DeskCell, DeskRow, DeskTable } from "#app/components/desk/desk-table.tsx";
import { StatusTag } from "#app/components/desk/orders-page.tsx";
import type { ProductPageData } from "./product-parts.tsx";
import { WithThumbnail } from "./products-page.tsx";
import { AddOption, OptionPanel } from "./variant-options.tsx";
import { DeskButton, PickBox, SecondLine } from "#app/components/desk/desk-parts.tsx";

export type PageOption = Readonly<{
  id: number;
  name: string;
  isColour: boolean;
  values: ReadonlyArray<Readonly<{ key: string; label: string; hex: string | null; isVisible: boolean }>>;
}>;

type PageVariant = ProductPageData["variants"][number] &
  Readonly<{
    /** True where stock, an order or anything else names it: it cannot be removed. */
    isUsed: boolean;
  }>;

export type VariantsPageData = Readonly<{
  id: number;
  name: string;
  mark: string;
  options: ReadonlyArray<PageOption>;
  variants: ReadonlyArray<PageVariant>;
  images: ReadonlyArray<Readonly<{ value: string; text: string }>>;
  done: string | null;
  count: number;
}>;

export type VariantsPageProps = VariantsPageData & Readonly<{ answer: DeskAnswer }>;

export function VariantsPage(page: VariantsPageProps) {
  const { id, name, options, done, count, answer } = page;
  return (
    <>
      <DeskBack href={deskPaths.product(id)}>{name}</DeskBack>
      <DeskHead
        title={`Variants of ${name}`}
        sub="New variants are hidden and have the price of the product. Check them, book in their stock, then show them."
      />
      <Done done={done} count={count} />
      <DeskErrors answer={answer} labels={labelsOf(page)} />
      <VariantTable {...page} />
      {options.map((option) => (
        <OptionPanel key={option.id} option={option} page={page} />
      ))}
      <AddOption {...page} />
    </>
  );
}

function variantsText(count: number): string {
  return count === 1 ? "1 variant" : `${count} variants`;
}

const DONE: Readonly<Record<string, (count: number) => string>> = {
  add: (count) => `Added ${variantsText(count)}. Shoppers do not see them until you show them.`,
  show: (count) => `Shoppers now see ${variantsText(count)} more.`,
  hide: (count) => `Hidden: ${variantsText(count)}. Orders and gift lists still name them.`,
  remove: (count) => `Removed ${variantsText(count)}.`,
  rename: (count) =>
    `Saved ${count === 1 ? "1 name" : `${count} names`}. Earlier orders and invoices keep the old names.`,
  images: (count) => `Saved the images of ${variantsText(count)}.`,
  before: () => "Nothing has changed. It was like this already.",
};

function Done({ done, count }: Pick<VariantsPageProps, "done" | "count">) {
  const text = DONE[done ?? ""];
  return text ? <DeskNotice>{text(count)}</DeskNotice> : null;
}

function labelsOf({ options, variants }: VariantsPageProps): Readonly<Record<string, string>> {
  const rows = Array.from({ length: NEW_VALUES_ROWS }, (_, place) => place);
  const ofForm = (form: number | "new", name: string) =>
    rows.flatMap((place) => [
      [valueInput(form, place), `${name} ${place + 1}`],
      [hexInput(form, place), `Colour of ${name.toLowerCase()} ${place + 1}`],
    ]);
  return Object.fromEntries([
    ...options.flatMap(({ id, name }) => ofForm(id, `New value of ${name}`)),
    ...options.flatMap(({ id, values }) =>
      values.flatMap(({ label }, place) => [
        [renameInput(id, place), `Name of ${label}`],
        [recolourInput(id, place), `Colour of ${label}`],
      ]),
    ),
    ...ofForm("new", "Further value"),
    ["optionName", "Name of the option"],
    ["optionType", "How shoppers choose"],
    [valueInput("new", "present"), "What it is now"],
    [hexInput("new", "present"), "Colour of what it is now"],
    ...variants.map(({ id, name }) => [imageInput(id), `Image of ${name}`]),
  ]) as Readonly<Record<string, string>>;
}

function imageInput(id: number): string {
  return `image-${id}`;
}

function VariantTable({ id, mark, variants, images, answer }: VariantsPageProps) {
  const columns = [
    { title: "Choose", isHidden: true },
    "Variant",
    "State",
    "Available",
    ...(images.length > 0 ? ["Image"] : []),
  ];
  return (
    <form className="bulkform panel panel--flush" method="post" action={deskPaths.productVariants(id)}>
      <input type="hidden" name="mark" value={mark} />
      <DeskTable caption="Variants of this product" columns={columns}>
        {variants.map((variant) => (
          <VariantRow key={variant.id} {...{ variant, images, answer }} />
        ))}
      </DeskTable>
      <div className="bulk">
        <span className="cnt" aria-live="polite" />
        <DeskButton intent="show" look="plain">
          Show
        </DeskButton>
        <DeskButton intent="hide">Hide</DeskButton>
        <DeskButton intent="remove">Remove</DeskButton>
        {images.length > 0 ? <DeskButton intent="images">Save images</DeskButton> : null}
      </div>
    </form>
  );
}

type RowProps = Readonly<{
  variant: PageVariant;
  images: VariantsPageData["images"];
  answer: DeskAnswer;
}>;

function VariantRow({ variant, images, answer }: RowProps) {
  const { id, name, sku, image, isVisible, free, href } = variant;
  return (
    <DeskRow className="sel">
      <DeskCell className="pickc">
        <PickBox name={`n${id}`} isChosen={answer.values[`n${id}`] === "on"}>
          Choose {name}
        </PickBox>
      </DeskCell>
      <DeskCell isHead className="first">
        <WithThumbnail file={image}>
          <b>{name}</b>
          <SecondLine look="xs muted mono">{sku}</SecondLine>
        </WithThumbnail>
      </DeskCell>
      <DeskCell>
        <StatusTag tag={isVisible ? { text: "In the shop", tone: "ok" } : hiddenTag(variant)} />
      </DeskCell>
      <DeskCell className="side3" label="Available">
        <a className="num" href={href} aria-label={`Stock of ${name}: ${free} free`}>
          {free}
        </a>
      </DeskCell>
      {images.length > 0 ? (
        <DeskCell className="full">
          <DeskSelect
            name={imageInput(id)}
            label={<span className="vh">Image of {name}</span>}
            answer={answer}
            value={images.some(({ value }) => value === image) ? image : (images[0]?.value ?? "")}
            options={images}
          />
        </DeskCell>
      ) : null}
    </DeskRow>
  );
}

/** Something that was in the shop once is retired; something that nobody has seen waits. */
function hiddenTag({ isUsed }: PageVariant) {
  return isUsed ? ({ text: "Hidden, in use", tone: "" } as const) : ({ text: "Hidden", tone: "do" } as const);
}
