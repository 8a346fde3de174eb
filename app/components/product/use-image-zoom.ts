import { type PointerEvent, useRef, useState } from "react";

/** How large the picture can be shown, as a multiple of the stage. */
const LEVELS = [1, 1.5, 2, 3] as const;
/** The level of a hover or a tap, as its place in `LEVELS`. */
const TAP_STEP = 2;

export type ZoomState = "not-zoomed" | "loading" | "zoomed";

/**
 * Zooming one picture: not zoomed, loading the big file, zoomed. A mouse zooms by hovering, a finger by tapping;
 * `larger` and `smaller` do the same by button. `bigFile` is the address of the big picture.
 */
export function useImageZoom(bigFile: string) {
  const stage = useRef<HTMLElement>(null);
  const isHovering = useRef(false);
  const [step, setStep] = useState(0);
  const [loaded, setLoaded] = useState<string | null>(null);
  const state: ZoomState = step === 0 ? "not-zoomed" : loaded === bigFile ? "zoomed" : "loading";

  function show(next: number) {
    const bounded = Math.max(0, Math.min(LEVELS.length - 1, next));
    setStep(bounded);
    stage.current?.style.setProperty("--level", String(LEVELS[bounded]));
    if (bounded > 0 && loaded !== bigFile) load(bigFile, setLoaded);
  }

  function lookAt(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    event.currentTarget.style.setProperty("--x", `${((event.clientX - box.left) / box.width) * 100}%`);
    event.currentTarget.style.setProperty("--y", `${((event.clientY - box.top) / box.height) * 100}%`);
  }

  return {
    state,
    canGrow: step < LEVELS.length - 1,
    canShrink: step > 0,
    larger: () => show(step + 1),
    smaller: () => show(step - 1),
    reset: () => show(0),
    stage: {
      ref: stage,
      "data-zoom": state,
      onPointerMove(event: PointerEvent<HTMLElement>) {
        lookAt(event);
        if (event.pointerType !== "mouse" || step > 0) return;
        isHovering.current = true;
        show(TAP_STEP);
      },
      onPointerLeave() {
        // What the buttons made larger stays so.
        if (isHovering.current) show(0);
        isHovering.current = false;
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        if (event.pointerType === "mouse") return;
        lookAt(event);
        show(step === 0 ? TAP_STEP : 0);
      },
    },
  };
}

function load(file: string, done: (file: string) => void) {
  const picture = new Image();
  picture.onload = () => done(file);
  picture.src = file;
}
