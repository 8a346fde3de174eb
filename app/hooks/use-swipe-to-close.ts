import { type TouchEvent, useRef } from "react";

/** Share of the size that closes at any speed. */
const SWIPE_SHARE = 0.1;
const SWIPE_QUICK_MS = 300;
/** In pixels; less is a tap. */
const SWIPE_LEAST_PX = 12;

export type SwipeDirection = "up" | "down" | "left" | "right" | "none";

export function closesBySwipe(
  swipe: Readonly<{ distance: number; size: number; durationMs: number }>,
): boolean {
  if (swipe.distance < SWIPE_LEAST_PX) return false;
  return swipe.distance >= swipe.size * SWIPE_SHARE || swipe.durationMs <= SWIPE_QUICK_MS;
}

export function useSwipeToClose(direction: SwipeDirection, onClose: () => void) {
  const start = useRef<Readonly<{ x: number; y: number; at: number; direction: SwipeDirection }> | null>(
    null,
  );
  return {
    onTouchStart(event: TouchEvent<HTMLElement>) {
      const touch = event.touches.length === 1 && direction !== "none" ? event.touches[0] : undefined;
      // The end of the touch may change the direction.
      start.current = touch ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp, direction } : null;
    },
    onTouchEnd(event: TouchEvent<HTMLElement>) {
      const from = start.current;
      const touch = event.changedTouches[0];
      start.current = null;
      if (!from || !touch) return;
      const box = event.currentTarget.getBoundingClientRect();
      const isSideways = from.direction === "left" || from.direction === "right";
      const moved = isSideways ? touch.clientX - from.x : touch.clientY - from.y;
      const distance = from.direction === "left" || from.direction === "up" ? -moved : moved;
      const size = isSideways ? box.width : box.height;
      if (closesBySwipe({ distance, size, durationMs: event.timeStamp - from.at })) onClose();
    },
  };
}
