export const SETTING_ERRORS = {
  "closure-reversed": { status: 422, message: "The last day must not be before the first" },
  "closure-too-long": { status: 422, message: "Close for up to {maximum} days" },
} as const satisfies Record<string, Readonly<{ status: number; message: string }>>;
