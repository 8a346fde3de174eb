import { z } from "zod";

export type StrapiFailure = Readonly<{
  status: number;
  name: string;
  message: string;
  details?: unknown;
  /** The server's Retry-After in milliseconds; 0 without one. */
  retryAfterMs?: number;
}>;

export class StrapiError extends Error {
  /** "ValidationError", "ForbiddenError", …; "UnknownError" when the server named none. */
  override readonly name: string;
  readonly status: number;
  readonly details: unknown;
  readonly retryAfterMs: number;

  constructor({ status, name, message, details, retryAfterMs }: StrapiFailure, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.name = name;
    this.details = details ?? null;
    this.retryAfterMs = retryAfterMs ?? 0;
  }
}

/** The error of every unknown failure (requirement content-1). */
export function unknownError(cause: unknown): StrapiError {
  const message = cause instanceof Error ? cause.message : "The content server failed";
  return new StrapiError({ status: 500, name: "UnknownError", message }, cause);
}

/** `{ data: null, error: { status, name, message, details } }`: the same in Strapi 4 and 5. */
const errorSchema = z.object({
  error: z.object({
    status: z.number().int(),
    name: z.string().max(80),
    message: z.string().max(2_000),
    details: z.unknown(),
  }),
});

export function readStrapiError(body: unknown, retryAfterMs: number): StrapiError | null {
  const parsed = errorSchema.safeParse(body);
  return parsed.success ? new StrapiError({ ...parsed.data.error, retryAfterMs }) : null;
}

export function readJsonText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
