import { Fragment } from "react";

import {
  CreditNoteBody,
  creditNoteIntro,
  type CreditNoteProps,
} from "#app/components/customer/credit-note-page.tsx";
import { InvoiceBody, type InvoicePageProps } from "#app/components/customer/invoice-page.tsx";
import { DeskBack, DeskHead } from "#app/components/desk/desk-back.tsx";
import { DeskPrintButton } from "#app/components/desk/desk-form.tsx";
import { PrintSheet } from "#app/components/desk/print-sheet.tsx";
import { deskPaths } from "#app/desk-paths.ts";

type Invoice = Omit<InvoicePageProps, "homePath"> & Readonly<{ creditNotes: ReadonlyArray<CreditNoteProps> }>;

type Props = Readonly<{
  invoices: ReadonlyArray<Invoice>;
  shop: string;
  view: string | null;
  without: number;
  isCut: boolean;
}>;

function introductionTo({ invoices, without, isCut }: Pick<Props, "invoices" | "without" | "isCut">): string {
  if (invoices.length === 0) return "Choose orders that are paid: an unpaid order has no invoice.";
  const parts = [
    "Print this page with your browser. Printing changes nothing. Credit notes follow their invoice. Of a gift they have prices: they are for the customer, not for the parcel.",
    without > 0 ? `${without} of the chosen orders ${without === 1 ? "has" : "have"} no invoice.` : "",
    isCut ? `One page has ${invoices.length + without} orders at most.` : "",
  ];
  return parts.filter(Boolean).join(" ");
}

export function InvoicesPage({ invoices, shop, view, without, isCut }: Props) {
  const [only, ...others] = invoices;
  const isOne = only !== undefined && others.length === 0;
  return (
    <>
      <div className="no-print">
        <DeskBack href={isOne ? deskPaths.order(only.order.number) : deskPaths.orders({ view })}>
          {isOne ? `Order ${only.order.number}` : "Orders"}
        </DeskBack>
        <DeskHead
          title={isOne ? "1 invoice" : `${invoices.length} invoices`}
          sub={introductionTo({ invoices, without, isCut })}
        >
          {invoices.length === 0 ? null : <DeskPrintButton />}
        </DeskHead>
      </div>
      {invoices.map((invoice) => (
        <Fragment key={invoice.order.number}>
          <PrintSheet
            kind="invoice"
            title={shop}
            lines={[
              `Invoice ${invoice.order.invoiceNumber}`,
              `Order ${invoice.order.number}, ordered on ${invoice.placedText}, paid on ${invoice.paidText}`,
            ]}
          >
            <InvoiceBody {...invoice} />
          </PrintSheet>
          {invoice.creditNotes.map((credit) => (
            <PrintSheet
              key={credit.note.number}
              kind="invoice"
              title={shop}
              lines={[`Credit note ${credit.note.number}`, creditNoteIntro(credit)]}
            >
              <CreditNoteBody {...credit} />
            </PrintSheet>
          ))}
        </Fragment>
      ))}
    </>
  );
}
