import { PASSWORD_MIN } from "#app/models/customer/password.ts";

export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters. Three random words are a good start.`;
