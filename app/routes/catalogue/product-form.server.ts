import { json } from "@remix-run/node";
import { z } from "zod";

import type { PersonalisationAnswer } from "#app/components/product/personalisation-field.tsx";
import type { ProductFormAnswer } from "#app/components/product/product-form.tsx";
import { readForm, readTyped } from "#app/http/request/form.server.ts";
import { pathSegments } from "#app/http/request/path-params.ts";
import { elsewhere } from "#app/http/request/redirect-or-404.server.ts";
import { WITH_WORDS } from "#app/models/cart/cart.server.ts";
import { parseWords } from "#app/models/catalogue/personalisation.ts";
import { findProduct, resolveProduct } from "#app/models/catalogue/product.server.ts";
import { shopError } from "#app/models/platform/error-messages.ts";
import { answerCartForm } from "#app/routes/cart/cart.server.ts";

const showSchema = z.object({ intent: z.literal("show-words"), words: z.string().default("") }).passthrough();

const UNPROCESSABLE = { status: 422 } as const;

/** Without scripts, and to show the words as they will be written. The words are never in an address. */
export async function answerProductForm(request: Request): Promise<Response> {
  const typed = await readTyped(request.clone());
  return typed["intent"] === "show-words" ? showWords(request, typed) : add(request, typed);
}

type Typed = Readonly<Record<string, string>>;

async function showWords(request: Request, typed: Typed): Promise<Response> {
  const resolved = await resolveProduct(pathSegments(request).slice(1));
  const product = resolved?.kind === "found" ? await findProduct(resolved.productId, new Date()) : null;
  if (!product?.personalisation) throw await elsewhere(request);
  const form = await readForm(request, showSchema);
  if (!form.ok) return answer(typed, { field: "words", message: form.errors["words"] ?? "" }, UNPROCESSABLE);
  const words = parseWords(form.value.words, product.personalisation);
  if (words.ok) return json(answerOf(typed, { preview: words.value }));
  return answer(typed, { field: "words", message: shopError(words).message }, UNPROCESSABLE);
}

async function add(request: Request, typed: Typed): Promise<Response> {
  const answered = await answerCartForm(request, { isProductPage: true });
  if (answered.status < 400) return answered;
  const refusal = (await answered.json()) as Readonly<{
    code: string;
    message: string;
    explanation: string | null;
  }>;
  const { code, message, explanation } = refusal;
  const sent = { status: answered.status, headers: answered.headers };
  if (code.startsWith("personalisation-")) {
    const field = code === "personalisation-needed" ? "choice" : "words";
    return answer(typed, { field, message }, sent);
  }
  return json(answerOf(typed, { refusal: { message: `${message}.`, explanation } }), sent);
}

type Problem = NonNullable<PersonalisationAnswer["error"]>;

function answer(typed: Typed, { field, message }: Problem, sent: ResponseInit): Response {
  return json(answerOf(typed, { error: { field, message: `${message}.` } }), sent);
}

type Given = Readonly<{
  error?: PersonalisationAnswer["error"];
  preview?: string | null;
  refusal?: ProductFormAnswer["refusal"];
}>;

function answerOf(typed: Typed, given: Given): ProductFormAnswer {
  const { error = null, preview = null, refusal = null } = given;
  const isAboutWords = preview !== null || error?.field === "words";
  return {
    ok: error === null && refusal === null,
    personalisation: {
      ...typedWords(typed, isAboutWords),
      ...(preview ? { typed: preview } : {}),
      error,
      preview,
    },
    refusal,
    quantity: typed["quantity"] ?? null,
  };
}

function typedWords({ words = "", personalisation = "" }: Typed, isAboutWords: boolean) {
  const isShown = isAboutWords || words.trim() !== "";
  // A page must not hold characters that nobody sees.
  return { typed: words.replace(/\p{C}/gu, ""), choice: isShown ? WITH_WORDS : personalisation };
}
