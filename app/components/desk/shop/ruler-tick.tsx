const LINES = Array.from({ length: 29 }, (_, index) => `M${index * 5 + 2} 46v-${index % 4 === 0 ? 14 : 8}`);

export function RulerTick() {
  return (
    <svg className="tick" viewBox="0 0 144 48" aria-hidden="true">
      <path d={`M2 46h140${LINES.join("")}`} stroke="currentColor" strokeWidth="1.5" />
      <path className="tick-mark" d="m56 16 10 10L92 2" />
    </svg>
  );
}
