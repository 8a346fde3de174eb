import type { ReactNode } from "react";

export function ProductPreview({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <>
      <p className="wrap" role="status">
        <b>Preview, nobody else sees this.</b> The basket is off, and a sale is shown as if it had begun.
      </p>
      <fieldset disabled>{children}</fieldset>
    </>
  );
}
