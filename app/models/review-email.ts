/** The e-mails about reviews: "yours is published", and the invitation to write one. */
import type { EmailBlock, EmailDocument, EmailWords } from "./email-document.ts";
import type { LetterKind } from "./letter-kind.ts";
import { letterWords } from "./letter-words.ts";
import { closing } from "./seller-notice.ts";
import type { Store } from "./store.ts";

type Sender = Readonly<{
  store: Store;
  /** Where the shop lives, such as "https://shop.example". */
  origin: string;
}>;

export type PublishedReview = Sender &
  Readonly<{ author: string; product: string; title: string; href: string; shopReply: string | null }>;

/** To the author, once the shop has let the review in. */
export function reviewPublishedEmail(about: PublishedReview): EmailWords {
  const { product, title, href, shopReply } = about;
  return words("review-published", about, {
    subject: `Your review of ${product} is published`,
    preview: `“${title}” now stands on the product’s page.`,
    heading: `Thank you, ${about.author}`,
    blocks: [
      paragraph(
        `We have looked at your review of ${product}, “${title}”. It now stands on the product’s page.`,
      ),
      ...(shopReply ? [paragraph(`Our reply: ${shopReply}`)] : []),
      { kind: "button", label: "See your review", href },
      paragraph(
        "To change it, write another: once we have looked at that one, it takes the place of this one. To have it removed, answer this e-mail.",
      ),
      paragraph(`It was not you? Write to ${about.store.contact.email}, and we take it down.`),
    ],
  });
}

export type ReviewInvitation = Sender &
  Readonly<{
    firstName: string;
    orderNumber: number;
    products: ReadonlyArray<Readonly<{ name: string; href: string }>>;
  }>;

/** To a buyer: each product with a link that proves the purchase. */
export function reviewInvitationEmail(about: ReviewInvitation): EmailWords {
  const { firstName, orderNumber, products } = about;
  return words("review-invitation", about, {
    subject: `How do you like what you bought? Your order ${orderNumber}`,
    preview: "Good or bad: we publish both.",
    heading: `Hello ${firstName}`,
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
