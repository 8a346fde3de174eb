const SCROLL_DURATION_MS = 500;

/** Input that ends the scroll, because a click on a moving control is lost. */
const OWN_MOVES = ["pointerdown", "touchstart", "wheel", "keydown"] as const;

/** At once with reduced motion; any input of the visitor stops it. */
export function scrollToElement(element: Element, durationMs = SCROLL_DURATION_MS): void {
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const from = window.scrollY;
  const distance = element.getBoundingClientRect().top - padding;
  if (durationMs <= 0 || prefersReducedMotion()) {
    window.scrollTo(window.scrollX, from + distance);
    return;
  }
  const startedAt = performance.now();
  const motion = new AbortController();
  for (const move of OWN_MOVES) {
    window.addEventListener(move, () => motion.abort(), { passive: true, signal: motion.signal });
  }
  const step = (at: number) => {
    if (motion.signal.aborted) return;
    const share = Math.min(1, Math.max(0, (at - startedAt) / durationMs));
    window.scrollTo(window.scrollX, from + distance * easeOut(share));
    if (share < 1) requestAnimationFrame(step);
    else motion.abort();
  };
  requestAnimationFrame(step);
}

function prefersReducedMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function easeOut(share: number): number {
  return 1 - (1 - share) ** 3;
}
