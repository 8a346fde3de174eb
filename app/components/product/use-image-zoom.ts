import { type PointerEvent, useEffect, useReducer, useRef } from "react";

import { NOT_ZOOMED, ZOOM_LEVELS, zoomAfter, zoomState } from "#app/models/catalogue/image-zoom.ts";

/** A mouse zooms by hovering, a finger by tapping. */
export function useImageZoom<Stage extends HTMLElement>(bigFile: string) {
  const stage = useRef<Stage>(null);
  const [zoom, send] = useReducer(zoomAfter, NOT_ZOOMED);
  const state = zoomState(zoom);

  useEffect(() => {
    if (state !== "loading") return undefined;
    const image = new Image();
    image.onload = () => send("loaded");
    image.onerror = () => send("failed");
    image.src = bigFile;
    return () => {
      image.onload = null;
      image.onerror = null;
    };
  }, [state, bigFile]);

  useEffect(() => {
    stage.current?.style.setProperty("--level", String(ZOOM_LEVELS[zoom.step]));
  }, [zoom.step]);

  return {
    state,
    canGrow: zoom.step < ZOOM_LEVELS.length - 1,
    canShrink: zoom.step > 0,
    larger: () => send("larger"),
    smaller: () => send("smaller"),
    reset: () => send("reset"),
    stage: {
      ref: stage,
      "data-zoom": state,
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (event.pointerType !== "mouse" && state !== "zoomed") return;
        lookAt(event);
        if (event.pointerType === "mouse") send("hover");
      },
      onPointerLeave: () => send("leave"),
      onPointerUp(event: PointerEvent<HTMLElement>) {
        if (event.pointerType === "mouse") return;
        lookAt(event);
        send("tap");
      },
    },
  };
}

function lookAt(event: PointerEvent<HTMLElement>) {
  const box = event.currentTarget.getBoundingClientRect();
  event.currentTarget.style.setProperty("--x", `${((event.clientX - box.left) / box.width) * 100}%`);
  event.currentTarget.style.setProperty("--y", `${((event.clientY - box.top) / box.height) * 100}%`);
}
