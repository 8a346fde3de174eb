/** The texts of the home page, as content/home.json has them. */
import { z } from "zod";

import { isCurrency } from "#app/models/shared/currency.ts";
import { placedText } from "#app/models/store/placeholders.ts";

const text = placedText("page");
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens");
export const imageFile = z
  .string()
  .regex(/^[a-z]+\/[a-z0-9-]+\.(jpg|png|webp)$/, "must be an image such as blog/a.jpg");
const currency = text.refine(isCurrency, "must be the code of a currency, such as GBP");
const href = z.string().regex(/^\/(?!\/)\S*$/, "must be an address of this shop, such as /blog");

const image = { image: imageFile, alt: text };
const link = z.object({ label: text, href });

export const homeSchema = z.object({
  hero: z.object({ ...image, eyebrow: text, heading: text, text, actions: z.array(link) }),
  usps: z.array(
    z.object({
      icon: text,
      title: text,
      text,
      href,
      /** Nobody who shops in another currency reads these words. */
      currency: currency.optional(),
    }),
  ),
  departments: z.array(z.object({ category: text, title: text, text, image: imageFile })),
  new_in: z.object({ title: text, text, href }),
  featured: z.object({ title: text, products: z.array(slug) }),
  editorial: z.array(
    z.object({
      key: text,
      layout: text,
      image: imageFile.nullable(),
      alt: text.nullable(),
      eyebrow: text,
      heading: text,
      text,
      action: link,
    }),
  ),
  gift_finder: z.object({
    ...image,
    heading: text,
    text,
    questions: z.array(
      z.object({
        key: text,
        label: text,
        options: z.array(z.object({ value: z.string(), label: text })),
      }),
    ),
    empty: text,
    button: text,
  }),
  gift_service: z.object({ heading: text, text, href }),
  blog: z.object({ ...image, title: text, text, picks: z.array(z.number().int().positive()) }),
  newsletter: z.object({ heading: text, text, placeholder: text, button: text, small_print: text }),
  recently_viewed: z.object({ title: text }),
  account: z.object({ login_image: imageFile, register_image: imageFile }),
  closing: z.object({ heading: text, text, phone: text, email: text }),
});

export type HomeContent = z.infer<typeof homeSchema>;

export { slug as pageSlug, text as pageText };
