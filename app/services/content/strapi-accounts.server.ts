/** Strapi's users-permissions (requirement content-1), for `npm run shop -- content account` (decision 0007). */
import { z } from "zod";

import type { StrapiSettings } from "#app/config.server.ts";
import { fetchText } from "#app/services/outgoing/limited-fetch.server.ts";

import { bodyOf } from "./strapi-client.server.ts";
import { StrapiError, unknownError } from "./strapi-error.ts";

/** Longest wait for one answer, in milliseconds: a password is hashed on the other side. */
const ANSWER_MS = 5_000;
const ANSWER_MAX_BYTES = 100_000;
const PROVIDER = /^[a-z0-9][a-z0-9_-]*$/i;

const userSchema = z.object({
  id: z.number(),
  documentId: z.string().optional(),
  username: z.string(),
  email: z.string(),
  confirmed: z.boolean().nullish(),
  blocked: z.boolean().nullish(),
});
/** Somebody who has to confirm an address first gets no token yet. */
const sessionSchema = z.object({ jwt: z.string().min(1).optional(), user: userSchema });

export type StrapiUser = z.infer<typeof userSchema>;

type NewPassword = Readonly<{ password: string; passwordConfirmation: string }>;

/** Every call rejects with StrapiError: the server's own words, or UnknownError with status 500. None is repeated. */
export interface StrapiAccounts {
  token(): string | null;
  logout(): void;
  /** Who is logged in; null for nobody, and for a token that is not taken any more, which is forgotten. */
  me(): Promise<StrapiUser | null>;
  /** `identifier` is an email address or a user name. */
  login(requested: Readonly<{ identifier: string; password: string }>): Promise<StrapiUser>;
  register(requested: Readonly<{ username: string; email: string; password: string }>): Promise<StrapiUser>;
  forgotPassword(email: string): Promise<void>;
  resetPassword(requested: NewPassword & Readonly<{ code: string }>): Promise<StrapiUser>;
  changePassword(requested: NewPassword & Readonly<{ currentPassword: string }>): Promise<StrapiUser>;
  sendEmailConfirmation(email: string): Promise<void>;
  providerAddress(provider: string): string;
  loginWithProvider(provider: string, accessToken: string): Promise<StrapiUser>;
}

export function strapiAccounts({ url }: Pick<StrapiSettings, "url">): StrapiAccounts {
  let token: string | null = null;

  return {
    token: () => token,
    logout: () => {
      token = null;
    },
    me: async () => {
      if (!token) return null;
      try {
        return userSchema.parse(await call("GET", "/users/me"));
      } catch {
        token = null;
        return null;
      }
    },
    login: (requested) => begin("/auth/local", requested),
    register: (requested) => begin("/auth/local/register", requested),
    forgotPassword: async (email) => {
      await callAsGuest("/auth/forgot-password", { email });
    },
    resetPassword: (requested) => begin("/auth/reset-password", requested),
    changePassword: async (requested) => enter(await call("POST", "/auth/change-password", requested)),
    sendEmailConfirmation: async (email) => {
      await callAsGuest("/auth/send-email-confirmation", { email });
    },
    providerAddress: (provider) => `${url}/api/connect/${named(provider)}`,
    loginWithProvider: async (provider, accessToken) => {
      token = null;
      const query = new URLSearchParams({ access_token: accessToken }).toString();
      return enter(await call("GET", `/auth/${named(provider)}/callback?${query}`));
    },
  };

  /** A call of somebody who is not logged in yet: an old token would only be in the way. */
  async function begin(path: string, body: object): Promise<StrapiUser> {
    token = null;
    return enter(await call("POST", path, body));
  }

  function enter(answer: unknown): StrapiUser {
    const parsed = sessionSchema.safeParse(answer);
    if (!parsed.success) throw unknownError(parsed.error);
    token = parsed.data.jwt ?? token;
    return parsed.data.user;
  }

  /** Strapi refuses these with 403 where a token comes along; who is logged in stays so. */
  function callAsGuest(path: string, body: object): Promise<unknown> {
    return exchange(new URL(`${url}/api${path}`), { method: "POST", token: null, body });
  }

  function call(method: "GET" | "POST", path: string, body?: object): Promise<unknown> {
    return exchange(new URL(`${url}/api${path}`), { method, token, body });
  }
}

type Call = Readonly<{ method: "GET" | "POST"; token: string | null; body: object | undefined }>;

async function exchange(address: URL, { method, token, body }: Call): Promise<unknown> {
  try {
    const answer = await fetchText(address, {
      method,
      headers: {
        Accept: "application/json",
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body ? { "Content-Type": "application/json" } : {}),
      },
      body: body && JSON.stringify(body),
      timeoutMs: ANSWER_MS,
      maxBytes: ANSWER_MAX_BYTES,
    });
    return bodyOf(answer);
  } catch (error) {
    throw error instanceof StrapiError ? error : unknownError(error);
  }
}

function named(provider: string): string {
  if (!PROVIDER.test(provider)) throw unknownError(new Error("This is not the name of a provider"));
  return provider;
}
