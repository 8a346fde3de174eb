import { useActionData } from "@remix-run/react";
import { type MouseEvent, type RefObject, useEffect, useRef } from "react";

import { scrollToElement } from "#app/hooks/scroll-to.ts";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

type FieldMessage = Readonly<{ field: string; message: string }>;

export type ErrorSummaryProps = Readonly<{
  /** By field, in the order of the form. */
  errors: Readonly<Record<string, string>> | ReadonlyArray<FieldMessage>;
}>;

/** Takes the focus when it appears. */
export function ErrorSummary({ errors }: ErrorSummaryProps) {
  const list = listErrors(errors);
  const summary = useAnswerFocus(JSON.stringify(list));

  if (list.length === 0) return null;
  return (
    <div ref={summary} className="error-summary below-8" role="alert" tabIndex={-1}>
      <h2 className="d-xs">There is a problem</h2>
      <ul className="listed above-2">
        {list.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <a href={`#${field}`} onClick={(event) => goToField(event, field)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Another element has taken the focus for the same answer. */
let isTaken = false;

/**
 * The element of the ref takes the focus, in view, once for each answer of the server and each new `content`. Of several
 * for one answer the first in the document does; none does when the scripts come to a page that is in use.
 */
export function useAnswerFocus(content: unknown): RefObject<HTMLDivElement> {
  const element = useRef<HTMLDivElement>(null);
  const answer = useActionData();
  const isHydrated = useHydrated();

  // Not when the page revalidates: the shopper may be in a field by then.
  useEffect(() => {
    if (!element.current || isTaken || (!isHydrated && document.activeElement !== document.body)) return;
    isTaken = true;
    queueMicrotask(() => (isTaken = false));
    element.current.focus({ preventScroll: true });
    scrollToElement(element.current);
  }, [content, answer]);

  return element;
}

function listErrors(errors: ErrorSummaryProps["errors"]): ReadonlyArray<FieldMessage> {
  if (isList(errors)) return errors;
  return Object.entries(errors).map(([field, message]) => ({ field, message }));
}

function isList(errors: ErrorSummaryProps["errors"]): errors is ReadonlyArray<FieldMessage> {
  return Array.isArray(errors);
}

/** A fragment link would navigate, and that drops the action's data. */
function goToField(event: MouseEvent, field: string): void {
  event.preventDefault();
  const control = document.getElementById(field);
  if (!control) return;
  control.focus({ preventScroll: true });
  scrollToElement(control.closest("fieldset, label, div") ?? control);
}
