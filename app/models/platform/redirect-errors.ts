export const REDIRECT_ERRORS = {
  "redirect-malformed": {
    status: 422,
    message: "{address} is not an address in this shop, such as /c/prams",
  },
  "redirect-of-page": { status: 409, message: "The shop has a page at {from}, and the page wins" },
  "redirect-changed": { status: 409, message: "{from} {now} by now. Nothing was changed" },
  "redirect-loop": { status: 409, message: "That would make a redirect loop: {chain}" },
} as const satisfies Record<string, Readonly<{ status: number; message: string }>>;
