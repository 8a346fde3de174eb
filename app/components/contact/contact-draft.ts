/** Name under which this tab keeps a half-written message. */
export const CONTACT_DRAFT = "contact-draft";
