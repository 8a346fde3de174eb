import { Meta } from "@remix-run/react";
import { cloneElement, isValidElement, type ReactElement, type ReactNode, useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterState } from "react-router-dom";

import { useHasErrorOnPage } from "#app/hooks/error-on-page.ts";
import { isRefusedForm, titleWithError } from "#app/models/platform/error-title.ts";

/**
 * The head of the page as its route's `meta` made it. When a form of the page came back with errors the title says so
 * first (WCAG 2.4.2): `meta` is not told what a form was answered, so this is the one place that can. The root draws it,
 * and `useActionData` knows only the answers of the root's own action; only this context has those of all routes.
 */
export function PageHead() {
  const answers = useContext(RouterState)?.actionData;
  const isAnsweredWithError = Object.values(answers ?? {}).some(isRefusedForm);
  const isError = useHasErrorOnPage() || isAnsweredWithError;
  // Called as a function, because its elements are needed.
  const { children } = Meta().props as Readonly<{ children: ReadonlyArray<ReactNode> }>;
  return <>{isError ? children.map(withError) : children}</>;
}

function withError(tag: ReactNode): ReactNode {
  if (!isTitle(tag)) return tag;
  return cloneElement(tag, {}, titleWithError(tag.props.children));
}

function isTitle(tag: ReactNode): tag is ReactElement<{ children: string }> {
  return isValidElement(tag) && tag.type === "title";
}
