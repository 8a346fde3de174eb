import type { Passkey } from "#app/models/passkey/passkey.ts";
import { dateTimeText } from "#app/models/store/format-date.ts";
import type { Store } from "#app/models/store/store.ts";

export function shownPasskey({ id, name, isBackedUp, createdAt, usedAt }: Passkey, store: Store) {
  return {
    ...{ id, name, isBackedUp },
    made: dateTimeText(createdAt, store),
    used: usedAt && dateTimeText(usedAt, store),
  };
}
