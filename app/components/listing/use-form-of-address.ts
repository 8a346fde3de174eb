import { NavigationType, useLocation, useNavigationType } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

/**
 * After a move, Back included, the form says what the page says. Not at first: somebody may have ticked a box before
 * the scripts came. And not over what was typed while the list that a box asked for was still on its way.
 *
 * @returns what tells the form that it has just been sent, to be called with each move of its own
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
