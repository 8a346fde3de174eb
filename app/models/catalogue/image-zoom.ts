/** Image zoom as a state machine (requirement components-4). */

export const ZOOM_LEVELS = [1, 1.5, 2, 3] as const;
const TAP_STEP = 2;

export type ZoomState = "not-zoomed" | "loading" | "zoomed";

export type Zoom = Readonly<{
  step: number;
  isLoaded: boolean;
  isHovering: boolean;
}>;

export const NOT_ZOOMED: Zoom = { step: 0, isLoaded: false, isHovering: false };

export type ZoomEvent = "hover" | "leave" | "tap" | "larger" | "smaller" | "loaded" | "failed" | "reset";

export function zoomState({ step, isLoaded }: Zoom): ZoomState {
  if (step === 0) return "not-zoomed";
  return isLoaded ? "zoomed" : "loading";
}

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
  failed: (zoom) => ownSize(zoom),
  reset: () => NOT_ZOOMED,
} as const satisfies Record<ZoomEvent, (zoom: Zoom) => Zoom>;

function ownSize(zoom: Zoom): Zoom {
  return { ...zoom, step: 0, isHovering: false };
}
