import { NavigationType, useLocation, useNavigationType } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

/**
 * Resets the form after a move, Back included. Not at first, because a box may have been ticked before the scripts came;
 * not over what was typed while the requested list was on its way.
 * @returns to be called with the form whenever it is sent
 */
export function useFormOfAddress(ref: RefObject<HTMLFormElement>): (form: HTMLFormElement) => void {
  const { key } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const seen = useRef(key);
  const sent = useRef<string>();
  useEffect(() => {
    const form = ref.current;
    const hasUnsent = form && sent.current !== undefined && sent.current !== written(form);
    if (seen.current !== key && (isBack || !hasUnsent)) form?.reset();
    if (seen.current !== key) sent.current = undefined;
    seen.current = key;
  }, [key, isBack, ref]);
  return (form) => {
    sent.current = written(form);
  };
}

function written(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)]);
}
