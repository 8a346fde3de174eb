import { errorsWith } from "./errors-with.ts";

export const PASSKEY_ERRORS = {
  ...errorsWith(404, {
    "passkey-not-found": "We could not find that passkey. It may have been removed",
  }),
  ...errorsWith(409, {
    "passkey-known": "This device already has a passkey here",
    "passkey-too-many": "You have {maximum} passkeys. Remove one first",
    "passkey-last": "This is your only second step. Add another passkey or an app first",
    "app-last": "This is your only second step. Add a passkey first",
    "app-not-found": "You have no authenticator app any more",
    "app-setup-over": "That key is no longer being set up. Start again",
    "passkey-unavailable": "Passkeys do not work at this address",
  }),
  ...errorsWith(422, {
    "passkey-refused": "That passkey did not work here. Try again, or use another way to log in",
    "passkey-counter": "This passkey may have been copied, so we did not take it. Use another way to log in",
    "passkey-nameless": "Give the passkey a name, such as “My phone”",
  }),
};
