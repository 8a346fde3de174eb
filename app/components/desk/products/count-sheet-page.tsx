import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { DeskPrintButton } from "#app/components/desk/desk-form.tsx";
import { DeskViews, type ViewLink } from "#app/components/desk/list-parts.tsx";
import { PrintSheet } from "#app/components/desk/print-sheet.tsx";
import { deskPaths } from "#app/desk-paths.ts";
import { DeskLink } from "#app/components/desk/desk-parts.tsx";

type CountRow = Readonly<{
  sku: string;
  gtin: string | null;
  product: string;
  label: string | null;
  isHidden: boolean;
}>;

type Props = Readonly<{
  view: string;
  title: string;
  shop: string;
  printed: string;
  views: ReadonlyArray<ViewLink>;
  length: number;
  limit: number;
  sheets: ReadonlyArray<ReadonlyArray<CountRow>>;
  next: string | null;
}>;

export function CountSheetPage(page: Props) {
  const { view, views, length, limit, sheets, next } = page;
  return (
    <>
      <div className="no-print">
        <DeskBack href={deskPaths.stock({ view, mode: "counted" })}>Stock</DeskBack>
        <DeskHead
          title="Count sheet"
          sub={
            <>
              Print this page with your browser. Printing changes nothing. Type the numbers under Stock,
              Counted.
              {length > limit ? ` One print has at most ${limit} variants.` : ""}
            </>
          }
        >
          <div className="acts">
            <DeskPrintButton />
            {next === null ? null : <DeskLink href={next}>Next {limit} variants</DeskLink>}
          </div>
        </DeskHead>
        <DeskViews
          views={views}
          current={view}
          hrefOf={(key) => deskPaths.countSheet({ view: key })}
          label="Which variants"
        />
        {sheets.length === 0 ? <p className="panel note">There is nothing to count here.</p> : null}
      </div>
      {sheets.map((rows, index) => (
        <CountSheet key={rows[0]?.sku} rows={rows} number={index + 1} page={page} />
      ))}
    </>
  );
}

type SheetProps = Readonly<{ rows: ReadonlyArray<CountRow>; number: number; page: Props }>;

function CountSheet({ rows, number, page: { shop, title, printed, sheets } }: SheetProps) {
  return (
    <PrintSheet
      kind="count"
      title={shop}
      lines={[`Stock count: ${title}, sheet ${number} of ${sheets.length}`, `Printed on ${printed}`]}
      end={
        <p className="by">
          Counted by
          <br />
          on
        </p>
      }
    >
      <table>
        <thead>
          <tr>
            <th>Article number</th>
            <th>Product</th>
            <th>Barcode</th>
            <th>Counted</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ sku, gtin, product, label, isHidden }) => (
            <tr key={sku}>
              <td role="rowheader">{sku}</td>
              <td>
                <b>{product}</b>
                {label ? `, ${label}` : ""}
                {isHidden ? " (hidden)" : ""}
              </td>
              <td>{gtin ?? "None"}</td>
              <td className="fill">
                <span className="vh">To be filled in</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="foot xs">
        Do not count items for orders that are paid: they have left the stock, even if they are still here.
      </p>
    </PrintSheet>
  );
}
