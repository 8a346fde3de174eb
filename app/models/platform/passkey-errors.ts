export const PASSKEY_ERRORS = {
  "passkey-refused": {
    status: 422,
    message: "That passkey did not work here. Try again, or use another way to log in",
  },
  "passkey-counter": {
    status: 422,
    message: "This passkey may have been copied, so we did not take it. Use another way to log in",
  },
  "passkey-known": { status: 409, message: "This device already has a passkey here" },
  "passkey-too-many": { status: 409, message: "You have {maximum} passkeys. Remove one first" },
  "passkey-nameless": { status: 422, message: "Give the passkey a name, such as “My phone”" },
  "passkey-not-found": { status: 404, message: "We could not find that passkey. It may have been removed" },
  "passkey-last": {
    status: 409,
    message: "This is your only second step. Add another passkey or an app first",
  },
  "app-last": { status: 409, message: "This is your only second step. Add a passkey first" },
  "app-not-found": { status: 409, message: "You have no authenticator app any more" },
  "app-setup-over": { status: 409, message: "That key is no longer being set up. Start again" },
  "passkey-unavailable": { status: 409, message: "Passkeys do not work at this address" },
} as const satisfies Record<string, Readonly<{ status: number; message: string }>>;
