import { Icon } from "#app/components/ui/icon.tsx";
import { deskPaths } from "#app/desk-paths.ts";

import { type DeskAnswer, DeskErrors, DeskNotice, DeskSelect, HiddenFields } from "./desk-form.tsx";
import { DeskBack, DeskHead } from "./desk-back.tsx";
import { DeskCell, DeskRow, DeskTable, NextPage } from "./desk-table.tsx";
import { DeskFind, DeskViews, NothingFound, type ViewLink } from "./list-parts.tsx";
import { StatusTag } from "./orders-page.tsx";
import { EmptyList } from "./shop/empty-list.tsx";
import { WithThumbnail } from "./products/products-page.tsx";
import { DeskLink, SecondLine } from "./desk-parts.tsx";

export type StockRow = Readonly<{
  id: number;
  sku: string;
  product: string;
  label: string | null;
  image: string;
  /** False: hidden from shoppers by hand. */
  isVisible: boolean;
  onHand: number;
  reserved: number;
  waiting: number;
  isLow: boolean;
}>;

export type StockAnswer = DeskAnswer &
  Readonly<{
    rows?: ReadonlyArray<Readonly<{ sku: string; isDone: boolean; words: string }>>;
    undoKey?: string;
    undone?: number;
  }>;

type Mode = "received" | "counted";

type Props = Readonly<{
  view: string;
  title: string;
  mode: Mode;
  query: string;
  views: ReadonlyArray<ViewLink>;
  variants: ReadonlyArray<StockRow>;
  reasons: ReadonlyArray<string>;
  next: string | null;
  mayBook: boolean;
  formKey: string;
  answer: StockAnswer;
}>;

export function StockPage(page: Props) {
  const { view, mode, query, views, variants, answer } = page;
  const labels = Object.fromEntries(variants.map((row) => [`u${row.id}`, nameOf(row)]));
  return (
    <>
      <DeskHead title="Stock">
        <div className="acts">
          <DeskLink href={deskPaths.countSheet({ view })}>
            <Icon name="print" />
            Count sheet
          </DeskLink>
        </div>
      </DeskHead>
      <Outcome answer={answer} />
      <DeskErrors answer={answer} labels={{ ...labels, reason: "Why" }} />
      <DeskViews
        views={views}
        current={query === "" ? view : null}
        hrefOf={(key) => deskPaths.stock({ view: key, mode })}
        isWrapped
      />
      <div className="panel panel--flush">
        <Finder {...page} />
        {variants.length === 0 ? <NoVariants query={query} view={view} /> : <StockForm {...page} />}
      </div>
      {page.mayBook ? (
        <p className="sm muted below">
          {mode === "received"
            ? "Received items are added to what is there at that moment, so a sale in between is never lost."
            : "If something was sold while you counted, we take that off your count."}{" "}
          You can undo this for 10 minutes. We email people on its waiting list two minutes later.
        </p>
      ) : null}
    </>
  );
}

function nameOf({ product, label }: Pick<StockRow, "product" | "label">): string {
  return label ? `${product}, ${label}` : product;
}

function Outcome({ answer: { rows = [], undoKey, undone } }: Readonly<{ answer: StockAnswer }>) {
  if (undone !== undefined)
    return (
      <DeskNotice tone={undone > 0 ? "success" : "warn"}>
        {undone > 0
          ? `Taken back: ${undone} ${undone === 1 ? "variant" : "variants"}.`
          : "There is nothing left to take back. A booking can be undone for 10 minutes, by whoever made it."}
        <OutcomeRows rows={rows} />
      </DeskNotice>
    );
  if (rows.length === 0) return null;
  const done = rows.filter(({ isDone }) => isDone).length;
  const undo = undoKey ? (
    <form method="post">
      <HiddenFields values={{ intent: "undo", key: undoKey }} />
      <button className="btn btn--line">Undo</button>
    </form>
  ) : null;
  return (
    <DeskNotice tone={done === rows.length ? "success" : "info"} end={undo}>
      {done} of {rows.length} {rows.length === 1 ? "variant is" : "variants are"} booked.
      <OutcomeRows rows={rows} />
    </DeskNotice>
  );
}

function OutcomeRows({ rows }: Readonly<{ rows: NonNullable<StockAnswer["rows"]> }>) {
  return rows.map(({ sku, words }) => (
    <span key={sku}>
      {" "}
      <a href={deskPaths.variantStock(sku)}>{sku}</a>: {words}.
    </span>
  ));
}

function Finder({ view, mode, query, variants, mayBook }: Props) {
  const isFound = query !== "" && variants.length === 1 && mayBook;
  return (
    <div className="filter fields">
      <DeskFind
        action={deskPaths.stock()}
        label="Scan or type a barcode, article number or name"
        query={query}
        id="bc"
        maxLength={80}
        hasFocus={query !== "" && !isFound}
      >
        <HiddenFields values={{ view, mode }} />
      </DeskFind>
      {mayBook ? (
        <nav aria-label="You are entering what you">
          <span className="label" aria-hidden="true">
            You are entering what you
          </span>
          <span className="seg">
            {(["received", "counted"] as const).map((one) => (
              <a
                key={one}
                href={deskPaths.stock({ view, mode: one, q: query })}
                aria-current={one === mode ? "true" : undefined}
              >
                {one === "received" ? "Received" : "Counted"}
              </a>
            ))}
          </span>
        </nav>
      ) : null}
    </div>
  );
}

function NoVariants({ query, view }: Pick<Props, "query" | "view">) {
  if (query === "")
    return (
      <EmptyList href={deskPaths.stock()} isInside>
        {view === "waiting"
          ? "Nobody waits for a variant that is sold out. Variants show up here when somebody asks for a stock alert."
          : "No variant is low or sold out. Variants show up here when few are left."}
      </EmptyList>
    );
  return (
    <NothingFound isInside>
      Nothing was found for “{query}”. Searched were barcodes, article numbers and names of all variants.
    </NothingFound>
  );
}

function StockForm(page: Props) {
  const { title, mode, query, variants, next, mayBook, formKey, reasons, answer } = page;
  const columns = [
    ...["Variant", "Shelf", "Available"],
    ...(mayBook ? [{ title: mode === "received" ? "Received" : "Counted", isRight: true }] : []),
  ];
  const caption = query === "" ? `Stock: ${title}` : `Stock found for “${query}”`;
  return (
    <form method="post">
      <HiddenFields values={{ intent: "book", mode, key: formKey }} />
      <DeskTable caption={caption} columns={columns}>
        {variants.map((row) => (
          <VariantRow
            key={row.id}
            row={row}
            page={page}
            hasFocus={query !== "" && variants.length === 1 && answer.rows === undefined}
          />
        ))}
      </DeskTable>
      <div className="bulk between">
        {mayBook ? (
          <>
            <DeskSelect
              name="reason"
              label="Why"
              answer={answer}
              value={reasons[0]}
              options={reasons.map((reason) => ({ value: reason, text: reason }))}
            />
            <button className="btn btn--big">
              {mode === "received" ? "Save what arrived" : "Save the count"}
            </button>
          </>
        ) : null}
        <NextPage next={next} />
      </div>
    </form>
  );
}

function VariantRow({
  row,
  page: { mode, mayBook, answer },
  hasFocus,
}: Readonly<{ row: StockRow; page: Props; hasFocus: boolean }>) {
  const { id, sku, product, label, isVisible, onHand, reserved, waiting, isLow } = row;
  return (
    <DeskRow>
      <DeskCell isHead className="full">
        <WithThumbnail file={row.image}>
          <b>{product}</b>
          {label ? `, ${label}` : ""} {isVisible ? null : <StatusTag tag={{ text: "Hidden", tone: "" }} />}
          <br />
          <a className="xs muted mono" href={deskPaths.variantStock(sku)}>
            {sku}
          </a>
        </WithThumbnail>
      </DeskCell>
      <DeskCell>
        <b className="num">{onHand}</b> on the shelf
        <SecondLine>{reserved} held for orders</SecondLine>
      </DeskCell>
      <DeskCell>
        <span className={isLow ? "late num" : "num"}>{onHand - reserved} available</span>
        {waiting > 0 ? <SecondLine>{waiting} waiting</SecondLine> : null}
      </DeskCell>
      {mayBook ? (
        <DeskCell className="st-i r">
          <label className="vh" htmlFor={`u${id}`}>
            {mode === "received" ? "Received" : "Counted"}, {nameOf(row)}
          </label>
          <input type="hidden" name={`s${id}`} value={onHand} />
          <input
            className="input num r qty"
            id={`u${id}`}
            name={`u${id}`}
            inputMode="numeric"
            maxLength={8}
            autoComplete="off"
            {...{ autoFocus: hasFocus }}
            placeholder={mode === "received" ? "+ 0" : String(onHand)}
            defaultValue={answer.values[`u${id}`] ?? ""}
            aria-invalid={answer.errors[`u${id}`] ? true : undefined}
          />
        </DeskCell>
      ) : null}
    </DeskRow>
  );
}

type HistoryProps = Readonly<{
  product: string;
  sku: string;
  onHand: number;
  reserved: number;
  changes: ReadonlyArray<
    Readonly<{ key: string; when: string; before: number; after: number; reason: string }>
  >;
}>;

export function StockHistoryPage({ product, sku, onHand, reserved, changes }: HistoryProps) {
  return (
    <>
      <DeskBack href={deskPaths.stock({ q: sku })}>Stock</DeskBack>
      <DeskHead
        title={product}
        sub={
          <>
            <span className="mono">{sku}</span>: {onHand} on the shelf, {reserved} of them held for orders
          </>
        }
      />
      <section className="panel panel--flush">
        {changes.length === 0 ? (
          <p className="void note">No change of stock has been recorded yet.</p>
        ) : (
          <DeskTable
            caption="Changes of stock, the newest first"
            columns={["When", "Change", "On the shelf", "Why"]}
          >
            {changes.map(({ key, when, before, after, reason }) => (
              <DeskRow key={key}>
                <DeskCell isHead className="first">
                  {when}
                </DeskCell>
                <DeskCell className="side">
                  <b className="num">{after > before ? `+${after - before}` : after - before}</b>
                </DeskCell>
                <DeskCell className="num">
                  {before} to {after}
                </DeskCell>
                <DeskCell className="full">{reason}</DeskCell>
              </DeskRow>
            ))}
          </DeskTable>
        )}
      </section>
    </>
  );
}
