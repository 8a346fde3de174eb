import { type ReactNode, useEffect, useRef } from "react";

import { type SwipeDirection, useSwipeToClose } from "#app/hooks/use-swipe-to-close.ts";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";

/** Requirement components-2. */
const DIALOG_Z_INDEX = 1000;
const DIALOG_Z_INDEX_STEP = 2;

export type DialogState = "beforeOpen" | "opened" | "beforeClose" | "closed";

export type DialogProps = Readonly<{
  id: string;
  open: boolean;
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** How many dialogs lie below; default: those that are open. */
  index?: number;
  icon?: ReactNode;
  closeLabel?: string;
  swipe?: SwipeDirection;
  onStateChange?: (state: DialogState) => void;
}>;

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
        // The browser closes it itself at a second Escape.
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

export function dialogZIndex(index: number): number {
  return DIALOG_Z_INDEX + DIALOG_Z_INDEX_STEP * index;
}

/** Above `index` others. */
export function showAbove(dialog: HTMLDialogElement, index = openDialogs()): void {
  // Set by script, because the policy allows no style attributes.
  dialog.style.zIndex = String(dialogZIndex(index));
  dialog.showModal();
}

function useOpenDialog({ open, index, onStateChange }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const state = useRef<DialogState>("closed");
  const notify = useRef(onStateChange);
  useEffect(() => {
    notify.current = onStateChange;
  });
  useEffect(() => {
    const dialog = element.current;
    if (!dialog || open === (state.current === "opened")) return;
    const become = (next: DialogState) => {
      state.current = next;
      notify.current?.(next);
    };
    become(open ? "beforeOpen" : "beforeClose");
    if (open) showAbove(dialog, index);
    else dialog.close();
    become(open ? "opened" : "closed");
  }, [open, index]);
  return element;
}
