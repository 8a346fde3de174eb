import { Meta } from "@remix-run/react";
import { cloneElement, isValidElement, type ReactElement, type ReactNode, useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterState } from "react-router-dom";

import { useHasErrorOnPage } from "#app/hooks/error-on-page.ts";
import { isRefusedForm, titleWithError } from "#app/models/platform/error-title.ts";

/** Adds "Error" here (WCAG 2.4.2): `meta` gets no form's answer, and `useActionData` only that of its own route. */
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
