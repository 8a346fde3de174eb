import { deskPaths } from "#app/desk-paths.ts";
import { useImageUrl } from "#app/hooks/image-url.ts";

import { DeskCell, DeskRow, DeskTable, ListFoot } from "#app/components/desk/desk-table.tsx";
import { type Tag, StatusTag } from "#app/components/desk/orders-page.tsx";
import { EmptyList } from "#app/components/desk/shop/empty-list.tsx";

export type DeskProductRow = Readonly<{
  id: number;
  name: string;
  /** Article number, and how many variants there are. */
  detail: string;
  image: string;
  price: string;
  /** The price before a reduction, or null. */
  was: string | null;
  tags: ReadonlyArray<Tag>;
  free: number;
  changed: string;
}>;

type Props = Readonly<{
  view: string;
  title: string;
  /** What was searched for; empty: nothing. */
  query: string;
  views: ReadonlyArray<Readonly<{ key: string; title: string; count: number }>>;
  products: ReadonlyArray<DeskProductRow>;
  next: string | null;
  /** Prices of several products at once. */
  mayPrice: boolean;
  mayMake: boolean;
  /** Who sees several products. */
  mayHide: boolean;
}>;

export function ProductsPage(page: Props) {
  const { view, query, views, products } = page;
  return (
    <>
      <div className="head">
        <h1 className="h1">Products</h1>
        {page.mayMake || page.mayHide ? (
          <div className="acts">
            {page.mayHide ? (
              <a className="btn btn--line" href={deskPaths.bulkChanges()}>
                Changes of several
              </a>
            ) : null}
            {page.mayMake ? (
              <a className="btn" href={deskPaths.newProduct()}>
                New product
              </a>
            ) : null}
          </div>
        ) : null}
      </div>
      <nav className="views" aria-label="Views">
        {views.map(({ key, title, count }) => (
          <a
            key={key}
            href={deskPaths.products({ view: key })}
            aria-current={key === view && query === "" ? "page" : undefined}
          >
            {title} <span className="n">{count}</span>
          </a>
        ))}
      </nav>
      <div className="panel panel--flush">
        <form className="filter stock-find" action={deskPaths.products()}>
          <input type="hidden" name="view" value={view} />
          <div className="field">
            <label className="label" htmlFor="product">
              Name, article number or barcode
            </label>
            <span className="with-button">
              <input
                className="input"
                id="product"
                name="q"
                type="search"
                maxLength={80}
                defaultValue={query}
              />
              <button className="btn btn--line">Find</button>
            </span>
          </div>
        </form>
        {products.length === 0 ? <NoProducts {...page} /> : <ProductTable {...page} />}
      </div>
    </>
  );
}

function NoProducts({ query, title, view }: Props) {
  if (query === "")
    return (
      <EmptyList href={deskPaths.products()} isInside>
        No product is under “{title}”.
      </EmptyList>
    );
  return (
    <div className="void">
      <h2 className="h2">Nothing here</h2>
      <p className="note">
        Nothing was found for “{query}” under “{title}”. Searched were names, article numbers and barcodes.
      </p>
      {view !== "all" ? (
        <a className="btn btn--line" href={deskPaths.products({ q: query })}>
          Search all products
        </a>
      ) : null}
    </div>
  );
}

function ProductTable({ title, query, products, next, mayPrice, mayHide }: Props) {
  const mayChoose = mayPrice || mayHide;
  const caption = query === "" ? `Products: ${title}` : `Products found for “${query}”`;
  const columns = [
    ...(mayChoose ? [{ title: "Choose", isHidden: true }] : []),
    ...["Product", { title: "Price", isRight: true }, "State", "Free", "Changed"],
  ];
  const table = (
    <DeskTable caption={caption} columns={columns}>
      {products.map((product) => (
        <DeskRow key={product.id} className={mayChoose ? "sel" : undefined}>
          {mayChoose ? (
            <DeskCell className="pickc">
              <label className="pick">
                <input type="checkbox" name={`n${product.id}`} value="on" />
                <span className="vh">Choose {product.name}</span>
              </label>
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
      {table}
      <div className="bulk">
        <span className="cnt" aria-live="polite" />
        {mayPrice ? (
          <>
            <button className="btn" name="kind" value="price">
              Change prices…
            </button>
            <button className="btn btn--line" name="kind" value="sale">
              Put on sale…
            </button>
          </>
        ) : null}
        {mayHide ? <VisibilityButtons /> : null}
      </div>
      <ListFoot next={next} />
    </form>
  );
}

function VisibilityButtons() {
  return (
    <>
      {[
        ["nobody", "Hide…"],
        ["everybody", "Show…"],
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
      <DeskCell className="first">
        <span className="lead-c">
          <ProductThumbnail file={image} />
          <span>
            <a className="go" href={deskPaths.product(id)}>
              {name}
            </a>
            <br />
            <span className="xs muted mono">{detail}</span>
          </span>
        </span>
      </DeskCell>
      <DeskCell className="side r">
        <span className="num b">
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
        </span>
      </DeskCell>
      <DeskCell className="left">
        <span className="acts">
          {tags.map((tag) => (
            <StatusTag key={tag.text} tag={tag} />
          ))}
        </span>
      </DeskCell>
      <DeskCell className="side3" label="Free">
        <span className="num">{free}</span>
      </DeskCell>
      <DeskCell className="left">
        <span className="sm muted">{changed}</span>
      </DeskCell>
    </>
  );
}

export function ProductThumbnail({ file }: Readonly<{ file: string }>) {
  const imageUrl = useImageUrl();
  if (file === "") return <span className="pic" />;
  return <img className="pic" src={imageUrl(file, 96)} alt="" width="48" height="48" loading="lazy" />;
}
