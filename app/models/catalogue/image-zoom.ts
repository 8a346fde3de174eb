/** Zooming a picture as a machine with three states: not zoomed, loading the big file, zoomed. */

/** How large a picture can be shown, as multiples of its own size. */
export const ZOOM_LEVELS = [1, 1.5, 2, 3] as const;
/** The level of a hover or a tap, as its place in `ZOOM_LEVELS`. */
const TAP_STEP = 2;

export type ZoomState = "not-zoomed" | "loading" | "zoomed";

export type Zoom = Readonly<{
  /** Place in `ZOOM_LEVELS`; 0 is the picture's own size. */
  step: number;
  /** True when the big file is there. */
  isLoaded: boolean;
  /** True while it is only the mouse over the picture that zooms. */
  isHovering: boolean;
}>;

export const NOT_ZOOMED: Zoom = { step: 0, isLoaded: false, isHovering: false };

export type ZoomEvent = "hover" | "leave" | "tap" | "larger" | "smaller" | "loaded" | "failed" | "reset";

export function zoomState({ step, isLoaded }: Zoom): ZoomState {
  if (step === 0) return "not-zoomed";
  return isLoaded ? "zoomed" : "loading";
}

/** The picture after `event`. What the buttons or a finger made larger stays so when the mouse leaves. */
export function zoomAfter(zoom: Zoom, event: ZoomEvent): Zoom {
  return AFTER[event](zoom);
}

const AFTER = {
  hover: (zoom) => (zoom.step > 0 ? zoom : { ...zoom, step: TAP_STEP, isHovering: true }),
  leave: (zoom) => (zoom.isHovering ? ownSize(zoom) : zoom),
  tap: (zoom) => (zoom.step > 0 ? ownSize(zoom) : { ...zoom, step: TAP_STEP, isHovering: false }),
  larger: (zoom) => ({
    ...zoom,
    step: Math.min(zoom.step + 1, ZOOM_LEVELS.length - 1),
    isHovering: false,
  }),
  smaller: (zoom) => ({ ...zoom, step: Math.max(zoom.step - 1, 0), isHovering: false }),
  loaded: (zoom) => ({ ...zoom, isLoaded: true }),
  // Without the big file the small one is shown as it is: nothing waits for what does not come.
  failed: (zoom) => ownSize(zoom),
  reset: () => NOT_ZOOMED,
} as const satisfies Record<ZoomEvent, (zoom: Zoom) => Zoom>;

function ownSize(zoom: Zoom): Zoom {
  return { ...zoom, step: 0, isHovering: false };
}
