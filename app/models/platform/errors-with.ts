export type ShopError = Readonly<{ status: number; message: string }>;

/** Errors that are answered with one status (HTTP), from their codes to their messages. */
export function errorsWith<Code extends string>(
  status: number,
  messages: Readonly<Record<Code, string>>,
): Readonly<Record<Code, ShopError>> {
  const entries = Object.entries<string>(messages).map(([code, message]) => [code, { status, message }]);
  return Object.fromEntries(entries) as Record<Code, ShopError>;
}
