import { type TouchEvent, useRef } from "react";

/** A swipe this share of the size closes, however slow. */
const SWIPE_SHARE = 0.1;
/** A swipe that ends within this time closes, however short, in milliseconds. */
const SWIPE_QUICK_MS = 300;
/** Less than this is a tap that slipped, in pixels. */
const SWIPE_LEAST_PX = 12;

export type SwipeDirection = "up" | "down" | "left" | "right" | "none";

/** Whether a swipe of `distance` over something `size` long (both in pixels) closes it. */
export function closesBySwipe(
  swipe: Readonly<{ distance: number; size: number; durationMs: number }>,
): boolean {
  if (swipe.distance < SWIPE_LEAST_PX) return false;
  return swipe.distance >= swipe.size * SWIPE_SHARE || swipe.durationMs <= SWIPE_QUICK_MS;
}

/** Touch handlers that call `onClose` after a swipe in `direction`. */
export function useSwipeToClose(direction: SwipeDirection, onClose: () => void) {
  const start = useRef<Readonly<{ x: number; y: number; at: number }> | null>(null);
  if (direction === "none") return {};
  return {
    onTouchStart(event: TouchEvent<HTMLElement>) {
      const touch = event.touches[0];
      start.current =
        touch && event.touches.length === 1
          ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp }
          : null;
    },
    onTouchEnd(event: TouchEvent<HTMLElement>) {
      const from = start.current;
      const touch = event.changedTouches[0];
      start.current = null;
      if (!from || !touch) return;
      const box = event.currentTarget.getBoundingClientRect();
      const isSideways = direction === "left" || direction === "right";
      const moved = isSideways ? touch.clientX - from.x : touch.clientY - from.y;
      const distance = direction === "left" || direction === "up" ? -moved : moved;
      const size = isSideways ? box.width : box.height;
      if (closesBySwipe({ distance, size, durationMs: event.timeStamp - from.at })) onClose();
    },
  };
}
