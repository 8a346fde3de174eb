import { errorsWith } from "./errors-with.ts";

export const SETTING_ERRORS = errorsWith(422, {
  "closure-reversed": "The last day must not be before the first",
  "closure-too-long": "Close for up to {maximum} days",
});
