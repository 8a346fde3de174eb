import { QrCode, type QrCodeProps } from "#app/components/ui/qr-code.tsx";

type Props = Readonly<{
  /** Base32, to be typed where no camera is. */
  secret: string;
  qr: QrCodeProps["qr"];
}>;

/** The key of an authenticator app that is being set up. */
export function AppKey({ secret, qr }: Props) {
  return (
    <>
      <QrCode className="qr" qr={qr} label="QR code for your authenticator app" />
      <p className="sm muted">
        No camera? Type this key into the app: <b className="mono">{spaced(secret)}</b>
      </p>
    </>
  );
}

function spaced(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}
