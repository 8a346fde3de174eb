export const SETTING_ERRORS = {
  "setting-change-gone": { status: 404, message: "This change of the settings does not exist any more" },
  "setting-changed-again": {
    status: 409,
    message: "One of these settings has been changed again since, so nothing was taken back",
  },
  "closure-reversed": { status: 422, message: "The last day must not be before the first" },
  "closure-too-long": { status: 422, message: "Close for up to {maximum} days" },
} as const satisfies Record<string, Readonly<{ status: number; message: string }>>;
