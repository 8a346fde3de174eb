/** A change of words needs a new version in `CONSENTS`. Apart from the topics, because every page has the footer's. */
export const FOOTER_CONSENT = "News and offers by email";
export const CHECKOUT_CONSENT = "Email me news and offers";
export const REMINDER_CONSENT = "Remind me once if I leave something in my basket";
export const ACCOUNT_CONSENT = "Email me about new products and the journal";
