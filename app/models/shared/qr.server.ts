import { encodeQR } from "qr";

export type QrDrawing = Readonly<{ size: number; path: string }>;

/** Works with a seventh of it unreadable; with its quiet zone (ISO/IEC 18004). */
export function drawQr(text: string): QrDrawing {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 4 });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size: rows.length, path: squares.join("") };
}
