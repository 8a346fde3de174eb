/**
 * Checks are done by SimpleWebAuthn (decision 0041), loaded with the first passkey: it takes a fifth of a second, and
 * most starts of the server need none.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

import { db } from "#app/db/db.server.ts";
import { type CustomerId, isCustomerId, isStaffId, type StaffId } from "#app/models/shared/ids.ts";
import { ok, refused, type Result } from "#app/models/shared/result.ts";

import { newChallenge, takeChallenge } from "./challenge.server.ts";
import {
  CHALLENGE_MINUTES,
  type ChallengeUse,
  PASSKEY_ANSWER_MAX,
  type PasskeyAnswer,
  type PasskeyOwner,
  type PasskeyRefusal,
  type PasskeySite,
} from "./passkey.ts";
import { passkeyRowsOf } from "./passkey.server.ts";

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;
/** EdDSA, ES256 and RS256: what every authenticator has one of, on every version of Node that the shop runs on. */
const ALGORITHMS = [-8, -7, -257];
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
type Transport = (typeof TRANSPORTS)[number];

const library = () => import("@simplewebauthn/server");
const helpers = () => import("@simplewebauthn/server/helpers");

export type NewPasskey = Readonly<{
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: ReadonlyArray<string>;
  isBackedUp: boolean;
}>;

export type UsedPasskey = Readonly<{
  id: string;
  owner: PasskeyOwner;
  name: string;
  counter: number;
  isBackedUp: boolean;
}>;

type NewPasskeyFor = Readonly<{
  owner: PasskeyOwner;
  accountName: string;
  shopName: string;
  site: PasskeySite;
  use: ChallengeUse;
}>;

/** For `navigator.credentials.create`, as JSON; the device must check the person. */
export async function creationOptions(
  { owner, accountName, shopName, site, use }: NewPasskeyFor,
  now: Date,
): Promise<unknown> {
  const [{ generateRegistrationOptions }, known, challenge] = await Promise.all([
    library(),
    passkeyRowsOf(owner),
    newChallenge(use, now),
  ]);
  return generateRegistrationOptions({
    rpName: shopName,
    rpID: site.rpId,
    userName: accountName,
    userDisplayName: accountName,
    userID: new Uint8Array(Buffer.from("staffId" in owner ? owner.staffId : owner.customerId)),
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    timeout: TIMEOUT_MS,
    attestationType: "none",
    excludeCredentials: known.map(descriptorOf),
    // Customers are found by the passkey alone; at the desk the password comes first.
    authenticatorSelection: {
      residentKey: "staffId" in owner ? "preferred" : "required",
      userVerification: "required",
    },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

type PasskeyFor = Readonly<{
  owner: PasskeyOwner | null;
  site: PasskeySite;
  use: ChallengeUse;
}>;

export async function requestOptions({ owner, site, use }: PasskeyFor, now: Date): Promise<unknown> {
  const [{ generateAuthenticationOptions }, known, challenge] = await Promise.all([
    library(),
    owner ? passkeyRowsOf(owner) : [],
    newChallenge(use, now),
  ]);
  return generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    timeout: TIMEOUT_MS,
    allowCredentials: known.map(descriptorOf),
    userVerification: "required",
  });
}

function descriptorOf({
  credential_id: id,
  transports,
}: Readonly<{ credential_id: string; transports: string }>) {
  return { id, transports: JSON.parse(transports) as Array<Transport> };
}

/** Challenge, origin, host, and that the device has checked its person; nothing is stored but the used challenge. */
export async function checkNewPasskey(
  { text, site, use }: PasskeyAnswer,
  now: Date,
): Promise<Result<NewPasskey, "passkey-refused">> {
  const response = readAnswer(text) as RegistrationResponseJSON | null;
  const challenge = response && (await ownChallenge(response.response.clientDataJSON, use, now));
  if (!challenge || !(await hasNoCertificate(response))) return refused("passkey-refused");
  try {
    const { verifyRegistrationResponse } = await library();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...site.origins],
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return refused("passkey-refused");
    const { credential, credentialBackedUp } = registrationInfo;
    return ok({
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: TRANSPORTS.filter((each) => response.response.transports?.includes(each)),
      isBackedUp: credentialBackedUp,
    });
  } catch {
    return refused("passkey-refused");
  }
}

/**
 * Challenge, origin, host, the key, and that the device has checked its person; `owner`: only one of theirs counts.
 * "passkey-counter": the signature is right, and its count is not above the last one, so somebody may have copied the
 * key. Nothing is stored but the used challenge: call `notePasskeyUse`.
 */
export async function checkPasskey(
  { text, site, use, owner }: PasskeyAnswer & Readonly<{ owner: PasskeyOwner | null }>,
  now: Date,
): Promise<Result<UsedPasskey, PasskeyRefusal>> {
  const response = readAnswer(text) as AuthenticationResponseJSON | null;
  const challenge = response && (await ownChallenge(response.response.clientDataJSON, use, now));
  const row = challenge ? await rowOf(response, owner) : null;
  if (!challenge || !row) return refused("passkey-refused");
  try {
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...site.origins],
      expectedRPID: site.rpId,
      requireUserVerification: true,
      // The count is compared below: the library does so before it looks at the signature, and a copied key is worth a
      // line in the log only if it was one.
      credential: { id: row.credentialId, publicKey: row.publicKey, counter: 0 },
    });
    if (!verified) return refused("passkey-refused");
    const { newCounter, credentialBackedUp } = authenticationInfo;
    const counts = newCounter > 0 || row.counter > 0;
    if (counts && newCounter <= row.counter) return refused("passkey-counter");
    const { id, name } = row;
    return ok({ id, name, owner: row.owner, counter: newCounter, isBackedUp: credentialBackedUp });
  } catch {
    return refused("passkey-refused");
  }
}

async function rowOf({ id, response }: AuthenticationResponseJSON, owner: PasskeyOwner | null) {
  const row = await db()
    .selectFrom("passkeys")
    .selectAll()
    .where("credential_id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const found = ownerOfRow(row);
  const isRight = owner === null ? "customerId" in found : idOf(owner) === idOf(found);
  if (!isRight || !isHandleOf(found, response.userHandle)) return null;
  return {
    id: row.id,
    name: row.name,
    owner: found,
    credentialId: row.credential_id,
    publicKey: new Uint8Array(Buffer.from(row.public_key, "base64url")),
    counter: row.counter,
  };
}

/** The authenticator may name whom it signs for, which must be whose key it is. */
function isHandleOf(owner: PasskeyOwner, handle: string | undefined): boolean {
  return !handle || Buffer.from(handle, "base64url").toString() === idOf(owner);
}

function idOf(owner: PasskeyOwner): StaffId | CustomerId {
  return "staffId" in owner ? owner.staffId : owner.customerId;
}

function ownerOfRow(row: Readonly<{ staff_id: string | null; customer_id: string | null }>): PasskeyOwner {
  if (isStaffId(row.staff_id)) return { staffId: row.staff_id };
  if (isCustomerId(row.customer_id)) return { customerId: row.customer_id };
  throw new Error("A row of passkeys is damaged");
}

/** Null for what no browser sends; the library checks the rest. */
function readAnswer(text: string): unknown {
  if (text.length > PASSKEY_ANSWER_MAX) return null;
  try {
    const answer = JSON.parse(text) as Partial<AuthenticationResponseJSON> | null;
    const isWhole = typeof answer?.id === "string" && typeof answer.response?.clientDataJSON === "string";
    return isWhole ? answer : null;
  } catch {
    return null;
  }
}

/** Used up by this; null if it is none of ours, or was used before. */
async function ownChallenge(clientData: string, use: ChallengeUse, now: Date): Promise<string | null> {
  const challenge = challengeIn(clientData);
  return challenge !== null && (await takeChallenge(challenge, use, now)) ? challenge : null;
}

function challengeIn(clientData: string): string | null {
  try {
    const parsed = JSON.parse(Buffer.from(clientData, "base64url").toString()) as {
      challenge?: unknown;
    } | null;
    return typeof parsed?.challenge === "string" ? parsed.challenge : null;
  } catch {
    return null;
  }
}

/**
 * Browsers are told to attest nothing: the library would look a certificate up at the address that it names, and the
 * shop opens no connection on a stranger's word.
 */
async function hasNoCertificate({ response }: RegistrationResponseJSON): Promise<boolean> {
  try {
    const { decodeAttestationObject } = await helpers();
    const attestation = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.attestationObject, "base64url")),
    );
    const format = attestation.get("fmt");
    return format === "none" || (format === "packed" && !attestation.get("attStmt").get("x5c"));
  } catch {
    return false;
  }
}
