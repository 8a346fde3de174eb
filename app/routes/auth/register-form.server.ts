/** What the register form does: makes an account, or tells the one who has it; the answer never says which. */
import { z } from "zod";

import { clientAddress } from "#app/http/client-address.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { seeOther } from "#app/http/responses.server.ts";
import { limitAccount } from "#app/models/account-limits.server.ts";
import { personNameSchema } from "#app/models/address-form.ts";
import { emailSchema } from "#app/models/email-schema.ts";
import { registerCustomer } from "#app/models/customer.server.ts";
import { passwordRefusal } from "#app/models/password.ts";
import { paths } from "#app/paths.ts";

import { invalid, newPasswordSchema, refusedForm } from "./auth-answers.server.ts";

const registerSchema = z.object({
  firstName: personNameSchema("Enter your first name"),
  lastName: personNameSchema("Enter your last name"),
  email: emailSchema,
  password: newPasswordSchema,
  newsletter: z.literal("on").optional(),
});

export async function answerRegister(request: Request, now: Date) {
  const form = await readForm(request, registerSchema, { honeypot: true });
  if (!form.ok) return invalid(form);
  const { password, newsletter, ...typed } = form.value;
  const values = { ...typed, ...(newsletter ? { newsletter } : {}) };
  const address = clientAddress(request);
  // Asked first, so that trying out passwords uses up no registrations.
  const tooWeak = passwordRefusal(password, values.email);
  if (tooWeak) return refusedForm(tooWeak, { values, field: "password" });
  const allowed = await limitAccount("register-address", address, now);
  const done = allowed.ok
    ? await registerCustomer({ ...typed, password, wantsNewsletter: newsletter === "on", address }, now)
    : allowed;
  if (!done.ok) return refusedForm(done, { values, field: "password" });
  throw seeOther(paths.registerSent());
}
