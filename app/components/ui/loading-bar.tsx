import { useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";

import styles from "./loading-bar.module.css";

/** The root's bar has 4 (requirement components-1). */
const LOADING_BAR_HEIGHT_PX = 3;
/** A faster navigation shows no bar. */
const LOADING_BAR_THROTTLE_MS = 200;
const LOADING_BAR_DURATION_MS = 2000;

export type LoadingBarProps = Readonly<{
  height?: number;
  colour?: string;
  throttleMs?: number;
  durationMs?: number;
}>;

export function LoadingBar({
  height = LOADING_BAR_HEIGHT_PX,
  colour,
  throttleMs = LOADING_BAR_THROTTLE_MS,
  durationMs = LOADING_BAR_DURATION_MS,
}: LoadingBarProps) {
  const isLoading = useNavigation().state !== "idle";
  const bar = useRef<HTMLDivElement>(null);

  // Set by script, because the policy allows no style attributes.
  useEffect(() => {
    const style = bar.current?.style;
    style?.setProperty("--bar-height", `${height}px`);
    style?.setProperty("--bar-throttle", `${throttleMs}ms`);
    style?.setProperty("--bar-duration", `${durationMs}ms`);
    if (colour) style?.setProperty("--bar-colour", colour);
  }, [height, colour, throttleMs, durationMs]);

  return <div ref={bar} className={styles.bar} data-loading={isLoading} aria-hidden="true" />;
}
