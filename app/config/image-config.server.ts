import { isIP } from "node:net";

import { z } from "zod";

import { commaList, word } from "./environment-values.server.ts";
import { ConfigError } from "./generated-secrets.server.ts";

const SECRET_MIN_CHARACTERS = 8;
const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

export const IMAGE_ENVIRONMENT = {
  IMAGE_PROVIDER: z.enum(["embedded", "cloudinary"]).default("embedded"),
  IMAGE_DOMAINS: commaList,
  IMAGE_PREGENERATE: z.enum(["on", "off"]).default("on"),
  CLOUDINARY_CLOUD: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, "must be the name of a cloud, such as demo")
    .optional(),
  CLOUDINARY_HOST: z
    .string()
    .regex(HOST, "must be a host name, such as res.cloudinary.com")
    .default("res.cloudinary.com"),
  CLOUDINARY_FOLDER: z
    .string()
    .regex(/^[\w-]+(?:\/[\w-]+)*$/, "must be a folder, such as shop/pictures")
    .optional(),
  CLOUDINARY_SIGNING_SECRET: word()
    .min(SECRET_MIN_CHARACTERS, `must have at least ${SECRET_MIN_CHARACTERS} characters`)
    .optional(),
  CLOUDINARY_SIGNATURE: z.enum(["short", "long"]).default("long"),
} as const;

type ImageEnvironment = z.infer<z.ZodObject<typeof IMAGE_ENVIRONMENT>>;

export type ImageSettings = Readonly<{
  /** Origins of other hosts that images may come from, such as "https://cdn.example". */
  remoteOrigins: ReadonlyArray<string>;
  isPregenerated: boolean;
  /** Null: the shop resizes its images itself. */
  transformation: Readonly<{
    service: Readonly<{ base: string; folder: string | null; origin: string }>;
    signing: Readonly<{ secret: string; signature: "short" | "long" }> | null;
  }> | null;
  /** Origin of the service, which pages may show images of; null when it is this shop. */
  origin: string | null;
}>;

export function readImageSettings(environment: ImageEnvironment, shopOrigin: string): ImageSettings {
  const transformation = readTransformation(environment, shopOrigin);
  return {
    remoteOrigins: readDomains(environment.IMAGE_DOMAINS),
    isPregenerated: environment.IMAGE_PREGENERATE === "on" && !transformation,
    transformation,
    origin: transformation && `https://${environment.CLOUDINARY_HOST}`,
  };
}

function readDomains(hosts: ReadonlyArray<string>): ReadonlyArray<string> {
  return hosts.map((host) => {
    if (!HOST.test(host) || isIP(host))
      throw new ConfigError(`IMAGE_DOMAINS: "${host}" is not a host name such as cdn.example.com`);
    return `https://${host}`;
  });
}

function readTransformation(environment: ImageEnvironment, shopOrigin: string) {
  const { CLOUDINARY_CLOUD: cloud, CLOUDINARY_SIGNING_SECRET: secret } = environment;
  if (environment.IMAGE_PROVIDER === "embedded") return null;
  if (!cloud)
    throw new ConfigError("CLOUDINARY_CLOUD: IMAGE_PROVIDER=cloudinary needs the name of your cloud");
  const folder = environment.CLOUDINARY_FOLDER ?? null;
  if (!folder && !shopOrigin.startsWith("https:"))
    throw new ConfigError(
      "CLOUDINARY_FOLDER: the service cannot fetch images from a shop without an https address; upload them and name the folder",
    );
  return {
    service: { base: `https://${environment.CLOUDINARY_HOST}/${cloud}/image`, folder, origin: shopOrigin },
    signing: secret ? { secret, signature: environment.CLOUDINARY_SIGNATURE } : null,
  };
}
