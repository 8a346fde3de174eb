import { OutgoingError } from "#app/services/outgoing/outgoing-error.ts";

const TOO_MUCH = 429;
/** Refusals that are about what was sent, and say nothing against the service. */
const ABOUT_THE_RECORD: ReadonlyArray<number> = [400, 404, 409, 410, 413, 422];

export function isRateLimited(error: unknown): boolean {
  return error instanceof OutgoingError && error.status === TOO_MUCH;
}

/** False for an error of this one request, after which others can be sent at once. */
export function isServiceFailure(error: unknown): boolean {
  return !(
    error instanceof OutgoingError &&
    error.status !== null &&
    ABOUT_THE_RECORD.includes(error.status)
  );
}

export function errorOutcome(status: number): string {
  switch (status) {
    case 400:
    case 422:
      return "it takes the record for wrong";
    case 401:
    case 403:
      return "it does not take OMNISEND_API_KEY";
    case 404:
      return "it does not know the record";
    case 410:
      return "it has retired this version of its interface";
    case TOO_MUCH:
      return "it was asked too often";
    default:
      return status >= 500 || status === 408 ? "it is in trouble" : "it refuses";
  }
}
