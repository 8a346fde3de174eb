import { type ReactNode, useEffect, useRef } from "react";

import { type SwipeDirection, useSwipeToClose } from "#app/hooks/use-swipe-to-close.ts";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";

/** The z-index of the first dialog; each further one lies two above the one before (requirement components-2). */
const DIALOG_Z_INDEX = 1000;
const DIALOG_Z_INDEX_STEP = 2;

export type DialogState = "beforeOpen" | "opened" | "beforeClose" | "closed";

export type DialogProps = Readonly<{
  /** Unique on the page. */
  id: string;
  open: boolean;
  title: string;
  children: ReactNode;
  /** The shopper wants it closed: Close, Escape or a swipe. */
  onClose: () => void;
  /** How many dialogs lie below it; left out: those that are open when it opens. */
  index?: number;
  icon?: ReactNode;
  closeLabel?: string;
  swipe?: SwipeDirection;
  onStateChange?: (state: DialogState) => void;
}>;

/** A panel over the page, with the page behind it out of reach. Close is always there. */
export function Dialog(props: DialogProps) {
  const { id, title, children, onClose, icon, closeLabel = "Close", swipe = "down" } = props;
  const element = useOpenDialog(props);
  const swiping = useSwipeToClose(swipe, onClose);
  return (
    <dialog
      ref={element}
      id={id}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // The browser closes it by itself when Escape is pressed twice.
        if (props.open) onClose();
      }}
      {...swiping}
    >
      <div className={styles.inner}>
        {icon}
        <h2 className="d-md" id={`${id}-title`}>
          {title}
        </h2>
        {children}
        <Button onClick={onClose}>{closeLabel}</Button>
      </div>
    </dialog>
  );
}

function openDialogs(): number {
  return document.querySelectorAll("dialog[open]").length;
}

/** z-index of the dialog above `index` others. */
export function dialogZIndex(index: number): number {
  return DIALOG_Z_INDEX + DIALOG_Z_INDEX_STEP * index;
}

/** Where the browser keeps the focus inside, and gives it back to what had it before. */
function useOpenDialog({ open, index, onStateChange }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const state = useRef<DialogState>("closed");
  const tell = useRef(onStateChange);
  useEffect(() => {
    tell.current = onStateChange;
  });
  useEffect(() => {
    const dialog = element.current;
    if (!dialog || open === (state.current === "opened")) return;
    const become = (next: DialogState) => {
      state.current = next;
      tell.current?.(next);
    };
    become(open ? "beforeOpen" : "beforeClose");
    if (open) {
      // Set by script: the page's policy allows no style attributes.
      dialog.style.zIndex = String(dialogZIndex(index ?? openDialogs()));
      dialog.showModal();
    } else {
      dialog.close();
    }
    become(open ? "opened" : "closed");
  }, [open, index]);
  return element;
}
