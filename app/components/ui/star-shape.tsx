/** On a grid of 16 px. */
export function StarShape({ className, x = 0 }: Readonly<{ className?: string; x?: number }>) {
  return (
    <path
      className={className}
      transform={x === 0 ? undefined : `translate(${x})`}
      d="m8 .9 2.2 4.6 5 .7-3.6 3.5.9 5L8 12.3 3.5 14.7l.9-5L.8 6.2l5-.7z"
    />
  );
}
