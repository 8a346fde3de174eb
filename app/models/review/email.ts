/** The e-mails about reviews: "yours is published", and the invitation to write one. */
import type { EmailBlock, EmailDocument, EmailWords } from "#app/models/email/document.ts";
import { closing } from "#app/models/email/legal-disclosures.ts";
import { letterWords } from "#app/models/email/render.ts";
import type { LetterKind } from "#app/models/email/templates.ts";
import type { Store } from "#app/models/store/store.ts";

type Sender = Readonly<{
  store: Store;
  /** Where the shop lives, such as "https://shop.example". */
  origin: string;
}>;

export type PublishedReview = Sender & Readonly<{ product: string; href: string; shopReply: string | null }>;

/**
 * To the author, once the shop has let the review in. It repeats no word of theirs: the address may be a stranger's.
 */
export function reviewPublishedEmail(about: PublishedReview): EmailWords {
  const { product, href, shopReply } = about;
  return words("review-published", about, {
    subject: `Your review of ${product} is published`,
    preview: "Everybody can read it on the product’s page.",
    heading: "Thank you for your review",
    blocks: [
      paragraph(`We have published your review of ${product} on the product’s page.`),
      ...(shopReply ? [paragraph(`Our reply: ${shopReply}`)] : []),
      { kind: "button", label: "See your review", href },
      paragraph(
        "To change it, write another: once we have looked at that one, it takes the place of this one. To have it removed, answer this e-mail.",
      ),
      paragraph(`If this was not you, write to ${about.store.contact.email} and we will take it down.`),
    ],
  });
}

export type ReviewInvitation = Sender &
  Readonly<{
    orderNumber: number;
    products: ReadonlyArray<Readonly<{ name: string; href: string }>>;
  }>;

/** To a buyer: each product with a link that proves the purchase. */
export function reviewInvitationEmail(about: ReviewInvitation): EmailWords {
  const { orderNumber, products } = about;
  return words("review-invitation", about, {
    subject: `How do you like what you bought? Your order ${orderNumber}`,
    preview: "Good or bad: we publish both.",
    heading: "How do you like what you bought?",
    blocks: [
      paragraph(
        `You ordered from us, order ${orderNumber}. Would you tell others how it turned out? Good or bad: we publish both, and we give nothing for either.`,
      ),
      ...products.map(({ name, href }): EmailBlock => ({ kind: "button", label: `Review ${name}`, href })),
      paragraph("The links are yours alone: they mark your review as that of somebody who bought here."),
    ],
  });
}

function words(
  letter: LetterKind,
  { store, origin }: Sender,
  document: Pick<EmailDocument, "subject" | "preview" | "heading" | "blocks">,
): EmailWords {
  const whole: EmailDocument = {
    language: store.locale,
    shopName: store.name,
    ...document,
    ...closing(store, origin),
  };
  return letterWords(letter, whole);
}

function paragraph(text: string): EmailBlock {
  return { kind: "paragraph", text };
}
