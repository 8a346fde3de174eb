import type { ReactElement, ReactNode } from "react";

function PagePreview({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <>
      <p className="wrap" role="status">
        <b>Preview, nobody else sees this.</b> It shows what is saved, also what is not published yet.
      </p>
      <fieldset disabled>{children}</fieldset>
    </>
  );
}

/** Pages of the desk have no script, so browsers need none of it. */
export function framedPreview(page: ReactElement, isPreview: boolean | undefined): ReactElement {
  return import.meta.env.SSR && isPreview ? <PagePreview>{page}</PagePreview> : page;
}
