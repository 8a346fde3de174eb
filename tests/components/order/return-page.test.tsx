import { expect, test } from "vitest";

import { ReturnPage } from "#app/components/order/return-page.tsx";
import { returnState } from "#app/models/order/returns/return.ts";
import { staticPage } from "#tests/support/checks/render-page.tsx";
import { sampleOrder } from "#tests/support/people/order.ts";
import { wordsOf } from "#tests/support/people/page.ts";

const LATE = "The last day to return this order was 23 December 2026";
const NOTICE = "You have already told us what you are returning: return R100001-1.";
const OPEN = "Continue";

test.each([
  ["something is left and the days run", { left: [0, 1], isOpen: true, returns: 1 }, OPEN],
  ["something is left and the days are over", { left: [0, 1], isOpen: false, returns: 1 }, LATE],
  ["all is announced and the days run", { left: [0, 0], isOpen: true, returns: 1 }, NOTICE],
  ["all is announced and the days are over", { left: [0, 0], isOpen: false, returns: 1 }, NOTICE],
  ["nothing was sent", { left: [0, 0], isOpen: true, returns: 0 }, "nothing in order"],
])("when %s, the page shows only the reason", async (_, requested, words) => {
  const { page } = await staticPage(
    <ReturnPage
      order={sampleOrder()}
      homePath="/"
      formKey="return_x"
      left={requested.left}
      check={null}
      state={returnState(requested)}
      returnNumbers={requested.returns > 0 ? ["R100001-1"] : []}
      untilText="23 December 2026"
      numberText="We’ll give you a returns number."
      costText="Sending back is at your cost."
      errors={{}}
      values={{}}
    />,
  );

  const text = wordsOf(page);
  expect(text).toContain(words);
  for (const other of [LATE, NOTICE, OPEN]) if (other !== words) expect(text).not.toContain(other);
});
