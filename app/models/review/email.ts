import { type EmailBlock, type EmailWords } from "#app/models/email/document.ts";
import { type EmailSender, shopEmail } from "#app/models/email/shop-email.ts";

export type PublishedReview = EmailSender &
  Readonly<{ product: string; href: string; shopReply: string | null }>;

/** It repeats none of the author's words, because the address may be a stranger's. */
export function reviewPublishedEmail(about: PublishedReview): EmailWords {
  const { product, href, shopReply } = about;
  return shopEmail("review-published", about, {
    subject: `We have published your review of ${product}`,
    preview: "It is now on the product page.",
    heading: "Thank you for your review",
    blocks: [
      `We have published your review of ${product} on the product page.`,
      ...(shopReply ? [`Our reply: ${shopReply}`] : []),
      { kind: "button", label: "View your review", href },
      "To change it, write a new review: we’ll replace this one once we have checked it. To remove it, reply to this email.",
      `If this was not you, email ${about.store.contact.email} and we’ll remove it.`,
    ],
  });
}

export type ReviewInvitation = EmailSender &
  Readonly<{
    orderNumber: number;
    products: ReadonlyArray<Readonly<{ name: string; href: string }>>;
  }>;

export function reviewInvitationEmail(about: ReviewInvitation): EmailWords {
  const { orderNumber, products } = about;
  return shopEmail("review-invitation", about, {
    subject: `Leave a review of your order ${orderNumber}`,
    preview: "Good or bad, we publish both.",
    heading: "How was your order?",
    blocks: [
      `Thank you for your order ${orderNumber}. How are you getting on with it? Tell other families what you think. We publish good and bad reviews alike, and offer nothing in return.`,
      ...products.map(({ name, href }): EmailBlock => ({ kind: "button", label: `Review ${name}`, href })),
      "These links are only for you. Reviews written with them are marked “Verified purchase”.",
    ],
  });
}
