import { newDomainEvent } from "#app/models/platform/domain-event.server.ts";
import type { StaffId } from "#app/models/shared/ids.ts";

export const staffEnded = newDomainEvent<Readonly<{ staffId: StaffId; now: Date }>>("staff-ended");
