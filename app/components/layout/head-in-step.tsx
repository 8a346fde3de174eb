import { Links } from "@remix-run/react";
import { useContext, useState } from "react";
import { createPortal } from "react-dom";
import { UNSAFE_DataRouterStateContext as RouterState } from "react-router-dom";

import { useHasErrorOnPage } from "#app/hooks/error-on-page.ts";
import { useBrowserLayoutEffect } from "#app/hooks/use-browser-layout-effect.ts";
import { useHydrated } from "#app/hooks/use-hydrated.ts";

import { PageHead } from "./page-head.tsx";

/** Keeps the shop's elements of the document's head in step with the page, and leaves those of others alone. */
export function HeadInStep() {
  return useHydrated() ? <Tags /> : null;
}

/** React draws them aside, into an element that is in no document. */
function Tags() {
  const [aside] = useState(() => document.createElement("head"));
  // Whatever changes the tags draws this anew.
  useContext(RouterState);
  useHasErrorOnPage();
  useBrowserLayoutEffect(() => showTags([...aside.children]));
  return createPortal(
    <>
      <PageHead />
      <Links />
    </>,
    aside,
  );
}

/** The shop's tags in the head; null until they are first compared. A page and an error page each draw their own `Tags`. */
let shown: ReadonlySet<Element> | null = null;

/** At first the document's own tags are found. */
function showTags(tags: ReadonlyArray<Element>): void {
  const { head } = document;
  const isFirst = shown === null;
  const before = new Set(shown ?? head.children);
  const now = new Set<Element>();
  let last: Element | null = null;
  for (const tag of tags) {
    // A translator may have changed the title.
    const isTitle = isFirst && tag.localName === "title";
    let there = [...before].find((one) => (isTitle ? one.localName === "title" : one.isEqualNode(tag)));
    // What somebody changed before the scripts came is not drawn a second time.
    if (!there && isFirst) continue;
    if (there) before.delete(there);
    else {
      there = tag.cloneNode(true) as Element;
      // The order of styles counts.
      if (last) last.after(there);
      else head.append(there);
    }
    now.add(there);
    last = there;
  }
  if (!isFirst) for (const gone of before) gone.remove();
  shown = now;
}
