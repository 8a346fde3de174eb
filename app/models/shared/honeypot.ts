/** Name of the field that people never see and robots like to fill. */
export const HONEYPOT_FIELD = "company_website";
