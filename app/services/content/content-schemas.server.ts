import { z } from "zod";

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens");
const text = z.string().trim().min(1, "must not be empty");
const daysAgo = z.number({ message: "must be a number of days" }).int().min(0).max(36_500);
const imageFile = z
  .string()
  .regex(/^[a-z]+\/[a-z0-9-]+\.(jpg|png|webp)$/, "must be a picture such as blog/a.jpg");
const href = z.string().regex(/^\/(?!\/)\S*$/, "must be an address of this shop, such as /blog");

export const articleSchema = z
  .object({
    id: z.number({ message: "must be a number" }).int().positive(),
    slug,
    category: slug,
    title: text,
    excerpt: text,
    author: text,
    published_days_ago: daysAgo,
    reading_minutes: z.number().int().min(1).max(120),
    image: imageFile,
    image_alt: text,
    tags: z.array(text).default([]),
    related: z.array(slug).default([]),
    page_title: text,
    meta_description: text,
  })
  .strict();

export const pageSchema = z
  .object({
    slug,
    title: text,
    excerpt: text,
    group: text,
    order: z.number().int(),
    updated_days_ago: daysAgo,
    image: imageFile.optional(),
    page_title: text,
    meta_description: text,
    demo_text: z.boolean().default(false),
    notice: text.optional(),
  })
  .strict();

export const sectionsSchema = z.array(
  z.object({ slug, name: text, description: text, sort_order: z.number().int() }),
);

const image = { image: imageFile, alt: text };
const link = z.object({ label: text, href });

export const homeSchema = z.object({
  hero: z.object({ ...image, eyebrow: text, heading: text, text, actions: z.array(link) }),
  usps: z.array(z.object({ icon: text, title: text, text, href })),
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
