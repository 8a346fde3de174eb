import { QrCode, type QrCodeProps } from "#app/components/ui/qr-code.tsx";

type Props = Readonly<{
  secret: string;
  qr: QrCodeProps["qr"];
}>;

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
