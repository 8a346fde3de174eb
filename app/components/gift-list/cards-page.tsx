import { QrCode, type QrCodeProps } from "#app/components/ui/qr-code.tsx";

import styles from "./gift-list.module.css";
import { OwnListBreadcrumbs } from "./own-list-breadcrumbs.tsx";

export type CardsPageProps = Readonly<{
  list: Readonly<{ id: string; name: string }>;
  /** "hollybough.example/list". */
  address: string;
  /** "7K4P-9QWX". */
  code: string;
  qr: QrCodeProps["qr"];
}>;

const CARDS = [1, 2, 3, 4, 5, 6, 7, 8];

export function CardsPage({ list, address, code, qr }: CardsPageProps) {
  return (
    <div className="wrap">
      <div className="no-print">
        <OwnListBreadcrumbs list={list} crumbs={[{ name: "Print cards", path: null }]} />
        <div className="row-head gap-4 below-5">
          <div>
            <h1 className="d-lg">Cards to put in the envelope</h1>
            <p className="muted above-2">
              Print this page. It makes eight cards on a sheet of A4: cut along the dotted lines. If you make
              a new link, old cards stop working.
            </p>
          </div>
        </div>
      </div>
      <div className={styles.cards}>
        {CARDS.map((card) => (
          <div key={card} className={styles.card}>
            <p className="d-xs">{list.name}</p>
            <p className="note">a few things we would love</p>
            <QrCode className={styles.qr} qr={qr} />
            <p className="sm">
              {address}
              <br />
              <b className="tnum">{code}</b>
            </p>
          </div>
        ))}
      </div>
    </div>
  );
}
