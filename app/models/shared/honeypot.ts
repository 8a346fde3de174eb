/** The hidden field that only bots fill. */
export const HONEYPOT_FIELD = "company_website";
