export type Ok<Value> = Readonly<{ ok: true; value: Value }>;

/** `detail` fills the message, for example with a name or a number. */
export type Refusal<Code extends string> = Readonly<{
  ok: false;
  code: Code;
  detail: Readonly<Record<string, string | number>>;
}>;

export type Result<Value, Code extends string> = Ok<Value> | Refusal<Code>;

export function ok<Value>(value: Value): Ok<Value> {
  return { ok: true, value };
}

export function refused<Code extends string>(
  code: Code,
  detail: Readonly<Record<string, string | number>> = {},
): Refusal<Code> {
  return { ok: false, code, detail };
}
