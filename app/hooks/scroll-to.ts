/** How long a scroll by script takes, in milliseconds. */
const SCROLL_DURATION_MS = 500;

/** Brings `element` to the top of the window, clear of the page's scroll padding. At once where motion is unwanted. */
export function scrollToElement(element: Element, durationMs = SCROLL_DURATION_MS): void {
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const from = window.scrollY;
  const distance = element.getBoundingClientRect().top - padding;
  if (durationMs <= 0 || prefersReducedMotion()) {
    window.scrollTo(window.scrollX, from + distance);
    return;
  }
  const startedAt = performance.now();
  const step = (at: number) => {
    const share = Math.min(1, Math.max(0, (at - startedAt) / durationMs));
    window.scrollTo(window.scrollX, from + distance * easeOut(share));
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function prefersReducedMotion(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function easeOut(share: number): number {
  return 1 - (1 - share) ** 3;
}
