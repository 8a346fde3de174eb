import type { LegalGuaranteeNotice } from "#app/models/store/legal-guarantee.ts";

import { Details } from "./details.tsx";

export function FoldedGuarantee({ title, html }: LegalGuaranteeNotice) {
  return (
    <Details summary={title}>
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </Details>
  );
}
