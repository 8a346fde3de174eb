import { Fragment } from "react";

import { deskPaths } from "#app/desk-paths.ts";

import { DeskPrintButton, HiddenFields } from "./desk-form.tsx";
import { DeskBack } from "./desk-back.tsx";
import { PrintSheet } from "./print-sheet.tsx";
import { DeskButton } from "./desk-parts.tsx";

export type Slip = Readonly<{
  number: number;
  status: string;
  /** `shownStatus`: it is packed only from there, because its address may be another one by then. */
  shown: string;
  barcode: Readonly<{ width: number; height: number; path: string }>;
  placed: string;
  shop: string;
  to: ReadonlyArray<string>;
  from: ReadonlyArray<string>;
  delivery: ReadonlyArray<string>;
  /** `price` is null where nothing in the parcel may say what it cost. */
  lines: ReadonlyArray<
    Readonly<{
      sku: string;
      name: string;
      words: string | null;
      units: number;
      price: string | null;
    }>
  >;
  papers: ReadonlyArray<Readonly<{ name: string; units: number }>>;
  gifts: ReadonlyArray<Readonly<{ what: string; words: string }>>;
  giftMessage: string | null;
  note: string | null;
  foot: string;
}>;

type PickingRow = Readonly<{ sku: string; name: string; units: number; orders: ReadonlyArray<number> }>;

type Props = Readonly<{
  slips: ReadonlyArray<Slip>;
  picking: ReadonlyArray<PickingRow>;
  view: string | null;
  hasList: boolean;
  otherwise: string;
  isCut: boolean;
}>;

export function SlipsPage({ slips, picking, view, hasList, otherwise, isCut }: Props) {
  const toPack = slips.filter(({ status }) => status === "paid");
  return (
    <>
      <div className="no-print">
        <DeskBack href={deskPaths.orders({ view })}>Orders</DeskBack>
        <div className="head">
          <div>
            <h1 className="d-md">{slips.length === 1 ? "1 slip" : `${slips.length} slips`}</h1>
            <p className="sub">
              Print this page with your browser. Printing changes nothing.
              {isCut ? ` One page has ${slips.length} slips at most: pack these, then print the rest.` : ""}
            </p>
            {slips.length > 1 ? (
              <a className="tap link sm" href={otherwise}>
                {hasList ? "Without the picking list" : "With the picking list"}
              </a>
            ) : null}
          </div>
          <DeskPrintButton />
          {toPack.length > 0 ? (
            <form className="acts" method="post" action={deskPaths.orders({ view })}>
              {toPack.map(({ number, shown }) => (
                <Fragment key={number}>
                  <HiddenFields values={{ [`n${number}`]: "on", [`s${number}`]: shown }} />
                </Fragment>
              ))}
              <DeskButton intent="pack" look="plain">
                {toPack.length === 1 ? "Mark it as packed" : `Mark these ${toPack.length} as packed`}
              </DeskButton>
            </form>
          ) : null}
        </div>
      </div>
      {hasList && slips.length > 1 ? <PickingList rows={picking} count={slips.length} /> : null}
      {slips.map((slip) => (
        <Sheet key={slip.number} slip={slip} />
      ))}
    </>
  );
}

function PickingList({ rows, count }: Readonly<{ rows: ReadonlyArray<PickingRow>; count: number }>) {
  return (
    <PrintSheet title={`Picking list for ${count} orders`}>
      <table>
        <thead>
          <tr className="again">
            <th colSpan={5}>Picking list</th>
          </tr>
          <tr>
            <th>Item number</th>
            <th>What</th>
            <th className="n">Items</th>
            <th>For orders</th>
            <th className="n">Taken</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ sku, name, units, orders }) => (
            <tr key={sku || name}>
              <td role="rowheader">{sku}</td>
              <td>{name}</td>
              <td className="n">
                <b>{units}</b>
              </td>
              <td>{orders.join(", ")}</td>
              <td className="n">
                <span className="bx" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}

function Sheet({ slip }: Readonly<{ slip: Slip }>) {
  const { number, barcode } = slip;
  return (
    <PrintSheet
      title={slip.shop}
      lines={[`Packing slip for order ${number}`, `Placed on ${slip.placed}`]}
      end={
        <div className="barcode">
          <svg
            className="bc"
            viewBox={`0 0 ${barcode.width} ${barcode.height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`Barcode ${number}`}
          >
            <path d={barcode.path} />
          </svg>
          <p>{number}</p>
        </div>
      }
    >
      <div className="two">
        <Party title="To" lines={slip.to} isLarge />
        <Party title="From" lines={slip.from} />
      </div>
      <p className="way">
        <b>{slip.delivery[0]}</b>
        {slip.delivery.slice(1).map((promise) => `, ${promise}`)}
      </p>
      <SlipGifts slip={slip} />
      <SlipLines number={number} lines={slip.lines} />
      {slip.note ? (
        <p className="way">
          <b>Customer’s note:</b> {slip.note}
        </p>
      ) : null}
      <p className="foot xs">{slip.foot}</p>
    </PrintSheet>
  );
}

type PartyProps = Readonly<{ title: string; lines: ReadonlyArray<string>; isLarge?: boolean }>;

function Party({ title, lines, isLarge = false }: PartyProps) {
  return (
    <div className={isLarge ? "to" : undefined}>
      <b className="xs">{title}</b>
      {lines.map((line) => (
        <span key={line}>
          <br />
          {line}
        </span>
      ))}
    </div>
  );
}

function SlipGifts({ slip: { gifts, giftMessage } }: Readonly<{ slip: Slip }>) {
  if (gifts.length === 0 && giftMessage === null) return null;
  return (
    <div className="gift">
      {gifts.map(({ what, words }) => (
        <p key={what}>
          <b>{what}:</b> {words}
        </p>
      ))}
      {giftMessage ? (
        <p>
          <b>Gift message:</b> “{giftMessage}”
        </p>
      ) : null}
    </div>
  );
}

/** A long table goes on overleaf, with the number of its order. */
function SlipLines({ number, lines }: Pick<Slip, "number" | "lines">) {
  const hasPrices = lines.some(({ price }) => price !== null);
  return (
    <table>
      <thead>
        <tr className="again">
          <th colSpan={hasPrices ? 5 : 4}>Order {number}</th>
        </tr>
        <tr>
          <th>Item number</th>
          <th>What</th>
          <th className="n">Items</th>
          {hasPrices ? <th className="n">Price each</th> : null}
          <th className="n">Packed</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ sku, name, words, units, price }) => (
          <tr key={`${sku} ${words ?? ""}`}>
            <td role="rowheader">{sku}</td>
            <td>
              {name}
              {words === null ? null : (
                <>
                  <br />
                  <b className="words">“{words}”</b>
                </>
              )}
            </td>
            <td className="n">
              <b>{units}</b>
            </td>
            {hasPrices ? <td className="n">{price}</td> : null}
            <td className="n">
              <span className="bx" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
