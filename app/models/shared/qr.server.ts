import { encodeQR } from "qr";

/** A QR code as squares of one unit: the outline of all dark ones as an SVG path, in a field of `size` units. */
export type QrDrawing = Readonly<{ size: number; path: string }>;

/** `text` as a QR code that still works with a seventh of it unreadable, with its quiet zone (ISO/IEC 18004). */
export function drawQr(text: string): QrDrawing {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 4 });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size: rows.length, path: squares.join("") };
}
