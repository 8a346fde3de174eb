import { useLocale } from "#app/hooks/use-root-data.ts";
import { type CreditNote, creditStateText } from "#app/models/order/credit-note.ts";
import { formatMoney } from "#app/models/shared/money.ts";

import { DocumentHead, type InvoicePageProps, Parties, TaxTable } from "./invoice-page.tsx";
import styles from "./invoice-page.module.css";

export type CreditNoteProps = Pick<InvoicePageProps, "order" | "seller"> &
  Readonly<{ note: CreditNote; issuedText: string }>;

export function CreditNotePage({ homePath, ...props }: CreditNoteProps & Readonly<{ homePath: string }>) {
  const { order, note } = props;
  return (
    <>
      <DocumentHead
        {...{ order, homePath }}
        kind="Credit note"
        number={note.number}
        intro={creditNoteIntro(props)}
      />
      <CreditNoteBody {...props} />
    </>
  );
}

export function creditNoteIntro({ order, issuedText }: Omit<CreditNoteProps, "note">): string {
  return `Issued on ${issuedText} for invoice ${order.invoiceNumber ?? order.number}, order ${order.number}`;
}

/** The desk prints the same. */
export function CreditNoteBody({ order, seller, note }: CreditNoteProps) {
  const locale = useLocale();
  return (
    <>
      <Parties order={order} seller={seller} />
      {note.rows.length === 0 ? null : (
        <table className={`table table--cards figures ${styles.items}`}>
          <caption className="visually-hidden">What is given back</caption>
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Quantity</th>
              <th scope="col">Given back</th>
            </tr>
          </thead>
          <tbody>
            {note.rows.map(({ what, units, amount }, index) => (
              <tr key={index}>
                <th scope="row">{what}</th>
                <td data-label="Quantity">{units}</td>
                <td data-label="Given back">{formatMoney(amount, locale)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">Total</th>
              <td data-label="Quantity" />
              <td data-label="Given back">{formatMoney(note.amount, locale)}</td>
            </tr>
          </tbody>
        </table>
      )}
      <div className="beside above-8">
        {note.vat.length === 0 ? null : <TaxTable rows={note.vat} />}
        <p>{creditStateText(note)}</p>
      </div>
    </>
  );
}
