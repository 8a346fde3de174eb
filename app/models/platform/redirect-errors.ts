import { errorsWith } from "./errors-with.ts";

export const REDIRECT_ERRORS = {
  ...errorsWith(409, {
    "redirect-of-page": "The shop has a page at {from}, and the page wins",
    "redirect-changed": "{from} {now} by now. Nothing was changed",
    "redirect-loop": "That would make a redirect loop: {chain}",
  }),
  ...errorsWith(422, {
    "redirect-malformed": "{address} is not an address in this shop, such as /c/prams",
  }),
};
