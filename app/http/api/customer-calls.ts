import type { ApiCall } from "./call.ts";
import {
  changedCustomerSchema,
  credentialsSchema,
  customerAnswerSchema,
  customerChangeSchema,
  loginAnswerSchema,
  newCustomerAnswerSchema,
  newCustomerSchema,
} from "./customer-json.ts";

const ID = "customer_Qm6wTz4cYb1hNs8kPe3jVx";
const TOKEN = "vX0cK3mYq8Rz1Wn5Tb7Hd2Lf4Jg6Ps9Ua-Ee_Oo0Ii1";
const PERSON = { first_name: "Grace", last_name: "Okafor", email: "grace@example.com" };
const CUSTOMER = {
  id: ID,
  data: {
    ...PERSON,
    is_verified: true,
    wants_newsletter: false,
    date_created: "2026-11-21T09:30:00.000Z",
  },
};
const PASSWORD = "quiet larch over water";

const PASSWORD_REFUSALS = [
  "password-too-short",
  "password-too-long",
  "password-common",
  "password-leaked",
  "password-own-email",
  "busy",
] as const;

export const CUSTOMER_CALLS = {
  createCustomer: {
    method: "POST",
    path: "/api/customers/create",
    tag: "customers",
    summary: "Create an account",
    description:
      "A link that confirms the email address is sent to it. If there is an account already, only its owner is told, by email.",
    token: "none",
    body: newCustomerSchema,
    status: 202,
    answer: newCustomerAnswerSchema,
    refusals: PASSWORD_REFUSALS,
    examples: {
      body: { ...PERSON, password: PASSWORD },
      answer: { id: null, data: { ...PERSON, wants_newsletter: false } },
    },
  },

  updateCustomer: {
    method: "PUT",
    path: "/api/customers/update",
    tag: "customers",
    summary: "Update the given fields of a customer",
    description:
      "A new email address counts once the link sent to it has been used. A new_password ends every session and brings a new customer_token.",
    token: "needed",
    body: customerChangeSchema,
    status: 200,
    answer: changedCustomerSchema,
    refusals: [...PASSWORD_REFUSALS, "email-unchanged", "password-wrong", "login-slow-down", "NOT_FOUND"],
    examples: { body: { first_name: "Grace", wants_newsletter: false }, answer: CUSTOMER },
  },

  logInCustomer: {
    method: "POST",
    path: "/api/customers/login",
    tag: "customers",
    summary: "Log in with an email address and password",
    description: "The answer to a wrong password and to an unknown address is the same.",
    token: "none",
    body: credentialsSchema,
    status: 200,
    answer: loginAnswerSchema,
    refusals: ["login-refused", "login-slow-down", "busy"],
    examples: {
      body: { email: PERSON.email, password: PASSWORD },
      answer: { customer_token: TOKEN, id: ID },
    },
  },

  getCustomer: {
    method: "GET",
    path: "/api/customers",
    tag: "customers",
    summary: "Read the customer the token belongs to",
    description:
      "CUSTOMER_EXPIRED means: forget the token, the id, the customer and the cart, and log in again.",
    token: "needed",
    status: 200,
    answer: customerAnswerSchema,
    refusals: [],
    examples: { answer: CUSTOMER },
  },
} as const satisfies Record<string, ApiCall>;
