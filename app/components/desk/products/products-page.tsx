import type { ReactNode } from "react";

import { DeskHead } from "#app/components/desk/desk-back.tsx";
import { DeskViews, type ViewLink } from "#app/components/desk/list-parts.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { useImageUrl } from "#app/hooks/image-url.ts";
import type { ProductChoice } from "#app/models/catalogue/editing/product-choices.ts";

import { DeskCell, DeskRow, DeskTable, ListFoot, NextPage } from "#app/components/desk/desk-table.tsx";
import { DeskSelect, HiddenFields } from "#app/components/desk/desk-form.tsx";
import { type Tag, StatusTags } from "#app/components/desk/orders-page.tsx";
import { EmptyList } from "#app/components/desk/shop/empty-list.tsx";
import { DeskLink, PickBox, SecondLine, TickBox } from "#app/components/desk/desk-parts.tsx";

export type DeskProductRow = Readonly<{
  id: number;
  name: string;
  detail: string;
  image: string;
  price: string;
  was: string | null;
  tags: ReadonlyArray<Tag>;
  free: number;
  changed: string;
}>;

type Props = Readonly<{
  view: string;
  title: string;
  query: Readonly<Record<string, string>>;
  categories: ReadonlyArray<ProductChoice>;
  brands: ReadonlyArray<ProductChoice>;
  /** In words; empty: nothing. */
  chosen: string;
  views: ReadonlyArray<ViewLink>;
  products: ReadonlyArray<DeskProductRow>;
  next: string | null;
  length: number;
  maximum: number;
  /** When the page was made. ISO 8601, UTC. */
  seen: string;
  mayPrice: boolean;
  mayMake: boolean;
  mayHide: boolean;
}>;

export function ProductsPage(page: Props) {
  const { view, query, views, products } = page;
  // A view begins anew without the search, and keeps department and brand.
  const filters = { category: query["category"], brand: query["brand"] };
  return (
    <>
      <DeskHead title="Products">
        {page.mayMake || page.mayHide ? (
          <div className="acts">
            {page.mayHide ? <DeskLink href={`${deskPaths.files()}#changes`}>Bulk changes</DeskLink> : null}
            {page.mayMake ? (
              <DeskLink href={deskPaths.newProduct()} look="plain">
                New product
              </DeskLink>
            ) : null}
          </div>
        ) : null}
      </DeskHead>
      <DeskViews
        views={views}
        current={query["q"] ? null : view}
        hrefOf={(key) => deskPaths.products({ view: key, ...filters })}
        isWrapped
      />
      <div className="panel panel--flush">
        <ProductFilters {...page} />
        {products.length === 0 ? <NoProducts {...page} /> : <ProductTable {...page} />}
      </div>
    </>
  );
}

function ProductFilters({ view, query, categories, brands }: Props) {
  const options = (choices: ReadonlyArray<ProductChoice>) => [
    { value: "", text: "All" },
    ...choices.map(({ id, name }) => ({ value: String(id), text: name })),
  ];
  return (
    <form className="filter fields starts g4" action={deskPaths.products()}>
      <input type="hidden" name="view" value={view} />
      <div className="field">
        <label className="label" htmlFor="product">
          Name, article number or barcode
        </label>
        <input
          className="input"
          id="product"
          name="q"
          type="search"
          maxLength={80}
          defaultValue={query["q"] ?? ""}
        />
      </div>
      <DeskSelect
        name="category"
        label="Department"
        value={query["category"]}
        options={options(categories)}
      />
      <DeskSelect name="brand" label="Brand" value={query["brand"]} options={options(brands)} />
      <button className="btn btn--line">Show</button>
    </form>
  );
}

function NoProducts({ query, chosen, title, view }: Props) {
  if (chosen === "")
    return (
      <EmptyList href={deskPaths.products()} isInside>
        No product is under “{title}”.
      </EmptyList>
    );
  return (
    <div className="void">
      <h2 className="d-md">Nothing matches</h2>
      <p className="note">
        {chosen}: no product is under “{title}”.
        {query["q"] ? " We searched names, article numbers and barcodes." : ""}
      </p>
      <p className="acts">
        {view === "all" ? null : (
          <DeskLink href={deskPaths.products({ ...query, view: null })}>Search all products</DeskLink>
        )}
        <a className="tap link" href={deskPaths.products({ view })}>
          Clear all
        </a>
      </p>
    </div>
  );
}

function ProductTable(page: Props) {
  const { title, query, chosen, products, next, mayPrice, mayHide } = page;
  const mayChoose = mayPrice || mayHide;
  const caption = chosen === "" ? `Products: ${title}` : `Products: ${title}, ${chosen}`;
  const columns = [
    ...(mayChoose ? [{ title: "Choose", isHidden: true }] : []),
    ...["Product", { title: "Price", isRight: true }, "State", "Available", "Changed"],
  ];
  const table = (
    <DeskTable caption={caption} columns={columns}>
      {products.map((product) => (
        <DeskRow key={product.id} className={mayChoose ? "sel" : undefined}>
          {mayChoose ? (
            <DeskCell className="pickc">
              <PickBox name={`n${product.id}`}>Choose {product.name}</PickBox>
            </DeskCell>
          ) : null}
          <ProductCells product={product} />
        </DeskRow>
      ))}
    </DeskTable>
  );
  if (!mayChoose)
    return (
      <>
        {table}
        <ListFoot next={next} />
      </>
    );
  return (
    <form className="bulkform" action={deskPaths.productPrices()}>
      <HiddenFields values={{ ...query, seen: page.seen }} />
      {table}
      <div className="bulk bulk--pairs">
        <span className="cnt" aria-live="polite" />
        {mayPrice ? (
          <>
            <button className="btn" name="kind" value="price">
              Change prices…
            </button>
            <button className="btn btn--line" name="kind" value="sale">
              Set sale prices…
            </button>
          </>
        ) : null}
        {mayHide ? <VisibilityButtons /> : null}
      </div>
      <div className="foot-r">
        <AllOfList {...page} />
        <NextPage next={next} />
      </div>
    </form>
  );
}

function AllOfList({ length, maximum }: Pick<Props, "length" | "maximum">) {
  if (length > maximum)
    return (
      <span>
        This list has {length} products. You can change up to {maximum} at once. Choose a department or a
        brand, or search first.
      </span>
    );
  return (
    <TickBox name="all">
      {length === 1 ? "The one product" : `All ${length} products`} of this list, also on other pages
    </TickBox>
  );
}

function VisibilityButtons() {
  return (
    <>
      {[
        ["nobody", "Hide from the shop…"],
        ["everybody", "Show in the shop…"],
      ].map(([to, label]) => (
        <button
          key={to}
          className="btn btn--line"
          formAction={deskPaths.productVisibility()}
          name="to"
          value={to}
        >
          {label}
        </button>
      ))}
    </>
  );
}

function ProductCells({ product }: Readonly<{ product: DeskProductRow }>) {
  const { id, name, detail, image, price, was, tags, free, changed } = product;
  return (
    <>
      <DeskCell isHead className="first">
        <WithThumbnail file={image}>
          <a className="go" href={deskPaths.product(id)}>
            {name}
          </a>
          <SecondLine look="xs muted mono">{detail}</SecondLine>
        </WithThumbnail>
      </DeskCell>
      <DeskCell className="side r num b">
        {price}
        {was === null ? null : (
          <>
            {" "}
            <s className="muted">
              <span className="vh">before: </span>
              {was}
            </s>
          </>
        )}
      </DeskCell>
      <DeskCell>
        <span className="acts">
          <StatusTags tags={tags} />
        </span>
      </DeskCell>
      <DeskCell className="side3 num" label="Available">
        {free}
      </DeskCell>
      <DeskCell className="sm muted" label="Changed">
        {changed}
      </DeskCell>
    </>
  );
}

type WithProps = Readonly<{ file: string; children: ReactNode }>;

/** An image of the product before what is said of it. */
export function WithThumbnail({ file, children }: WithProps) {
  return (
    <span className="lead-c">
      <ProductThumbnail file={file} />
      <span>{children}</span>
    </span>
  );
}

export function ProductThumbnail({ file }: Readonly<{ file: string }>) {
  const imageUrl = useImageUrl();
  if (file === "") return <span className="pic" />;
  return <img className="pic" src={imageUrl(file, 96)} alt="" width="48" height="48" loading="lazy" />;
}
