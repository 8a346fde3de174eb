/** The answer is the same whether the address has an account or not. */
import { z } from "zod";

import { readForm } from "#app/http/request/form.server.ts";
import { seeOther } from "#app/http/response/responses.server.ts";
import { clientAddress } from "#app/http/server/client-address.server.ts";
import { personNameSchema } from "#app/models/customer/address-form.ts";
import { registerCustomer } from "#app/models/customer/sign-up.server.ts";
import { limitAccount } from "#app/models/customer/login-throttle.server.ts";
import { passwordRefusal } from "#app/models/customer/password.ts";
import { emailSchema } from "#app/models/email/address-schema.ts";
import { paths } from "#app/paths.ts";

import { invalid, newPasswordSchema, refusedForm } from "./auth.server.ts";

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
  // Checked before the rate limit, so that weak passwords use up no attempts.
  const tooWeak = passwordRefusal(password, values.email);
  if (tooWeak) return refusedForm(tooWeak, { values, field: "password" });
  const allowed = await limitAccount("register-address", address, now);
  const done = allowed.ok
    ? await registerCustomer({ ...typed, password, wantsNewsletter: newsletter === "on", address }, now)
    : allowed;
  if (!done.ok) return refusedForm(done, { values, field: "password" });
  throw seeOther(paths.registerSent());
}
