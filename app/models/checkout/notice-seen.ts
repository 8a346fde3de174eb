/** The hidden field with the languages of the notice on the legal guarantee that stood above the button. */
export const NOTICE_SEEN = "legal_guarantee_seen";
