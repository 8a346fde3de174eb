export type QrCodeProps = Readonly<{
  /** Squares on a side with the quiet zone, and the dark ones as the path of an SVG. */
  qr: Readonly<{ size: number; path: string }>;
  className?: string;
  /** Left out where the address stands beside it. */
  label?: string;
}>;

/** Black on white whatever the page's colours are: cameras read nothing else. */
export function QrCode({ qr: { size, path }, className, label }: QrCodeProps) {
  const named = label ? ({ role: "img", "aria-label": label } as const) : { "aria-hidden": true };
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      focusable="false"
      {...named}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
