export const HONEYPOT_FIELD = "company_website";
