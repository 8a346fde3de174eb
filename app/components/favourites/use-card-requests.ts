import { useFetcher } from "@remix-run/react";
import {
  createContext,
  type FormEvent,
  startTransition,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";

import { formFields, type SentForm, setQueuedForms } from "#app/hooks/plain-form.ts";
import { useRootData } from "#app/hooks/use-root-data.ts";

import { type CardRequest, COMPARE_FORM, FAVOURITES_FORM, idsAfter } from "./card-form-names.ts";

export type CardAnswer = Readonly<{ message: string }>;

export const CardRequestsContext = createContext<ReadonlyArray<CardRequest>>([]);

const NONE: ReadonlyArray<number> = [];

/** Includes pending requests. */
export function useFavouriteIds(): ReadonlyArray<number> {
  return idsAfter(useRootData()?.favourites ?? NONE, useContext(CardRequestsContext), FAVOURITES_FORM);
}

export function useComparedIds(): ReadonlyArray<number> {
  return idsAfter(useRootData()?.compared ?? NONE, useContext(CardRequestsContext), COMPARE_FORM);
}

type FilledIn = CardRequest & Required<Pick<SentForm, "formAction" | "formData">>;

/** One after another: a guest's list is a cookie, and two parallel answers would overwrite each other. */
export function useCardRequests() {
  const fetcher = useFetcher<CardAnswer>();
  const [requests, setRequests] = useState<ReadonlyArray<FilledIn>>([]);
  const [sentCount, setSentCount] = useState(0);
  const left = useRef(0);
  const { state } = fetcher;

  useEffect(() => {
    // Until the next render `state` still belongs to the request before.
    if (left.current !== sentCount) return;
    const next = requests[sentCount];
    if (next && state !== "submitting") {
      left.current += 1;
      fetcher.submit(next.formData, { method: "post", action: next.formAction });
      // Remix updates the fetcher's state in a transition; this one renders with it.
      startTransition(() => setSentCount(sentCount + 1));
    } else if (!next && sentCount > 0 && state === "idle") {
      // Everything is answered: the page's data is current. Requests of this moment stay.
      left.current = 0;
      setRequests((now) => now.slice(sentCount));
      setSentCount(0);
    }
  }, [fetcher, requests, sentCount, state]);

  useEffect(() => {
    setQueuedForms(requests.slice(left.current));
    return () => setQueuedForms([]);
  }, [requests, sentCount]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const form = event.currentTarget.id === COMPARE_FORM ? COMPARE_FORM : FAVOURITES_FORM;
    const formAction = event.currentTarget.getAttribute("action") ?? "";
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const { name, value } = submitter;
    const formData = formFields(event.nativeEvent as SubmitEvent);
    formData.set("script", "1");
    setRequests((before) => [...before, { form, name, value, formAction, formData }]);
  }

  return { requests, onSubmit, message: state === "idle" ? (fetcher.data?.message ?? "") : "" };
}
