/** An authenticator and its browser in software: makes passkeys (ES256) and signs with them, or does it wrong. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

import { isoCBOR } from "@simplewebauthn/server/helpers";

type Options = Readonly<{
  challenge: string;
  rp?: Readonly<{ id: string }>;
  rpId?: string;
  user?: Readonly<{ id: string }>;
}>;

/** What the answer says in place of the truth. */
export type Lies = Readonly<{
  origin?: string;
  rpId?: string;
  /** False: the device has not checked its person. */
  isVerified?: boolean;
  counter?: number;
  challenge?: string;
  credentialId?: string;
  userHandle?: string;
  /** Of a new passkey: a certificate of its maker. */
  certificate?: Uint8Array;
}>;

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest();

export class Authenticator {
  readonly credentialId = base64url(randomBytes(16));
  /** Uses so far; `isCounting` false: it always says 0, as passkeys do that are copied to other devices. */
  counter = 0;
  private userHandle = "";
  private readonly keys: Readonly<{ publicKey: KeyObject; privateKey: KeyObject }>;

  constructor(
    private readonly origin: string,
    private readonly isCounting = true,
  ) {
    this.keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  /** The answer to `navigator.credentials.create`, as JSON text. */
  create(options: unknown, lies: Lies = {}): string {
    const { challenge, rp, user } = options as Options;
    this.userHandle = user?.id ?? "";
    const clientData = this.clientData("webauthn.create", challenge, lies);
    const id = Buffer.from(this.credentialId, "base64url");
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const data = Buffer.concat([
      this.authenticatorData(rp?.id ?? "", ATTESTED, lies),
      Buffer.alloc(16),
      length,
      id,
      isoCBOR.encode(this.coseKey()),
    ]);
    const statement = new Map<string, unknown>();
    if (lies.certificate)
      statement.set("alg", -7).set("sig", new Uint8Array(64)).set("x5c", [lies.certificate]);
    const attestation = new Map<string, unknown>([
      ["fmt", lies.certificate ? "packed" : "none"],
      ["attStmt", statement],
      ["authData", new Uint8Array(data)],
    ]);
    const attestationObject = base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]));
    return this.answer({
      clientDataJSON: base64url(clientData),
      attestationObject,
      transports: ["internal", "hybrid"],
    });
  }

  /** The answer to `navigator.credentials.get`, as JSON text. */
  get(options: unknown, lies: Lies = {}): string {
    const { challenge, rpId = "" } = options as Options;
    if (this.isCounting) this.counter += 1;
    const clientData = this.clientData("webauthn.get", challenge, lies);
    const data = this.authenticatorData(rpId, 0, lies);
    const signature = sign("sha256", Buffer.concat([data, sha256(clientData)]), this.keys.privateKey);
    return this.answer(
      {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: lies.userHandle ?? this.userHandle,
      },
      lies.credentialId,
    );
  }

  private answer(response: Readonly<Record<string, unknown>>, id = this.credentialId): string {
    return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
  }

  private clientData(type: string, challenge: string, lies: Lies): Buffer {
    const origin = lies.origin ?? this.origin;
    return Buffer.from(
      JSON.stringify({ type, challenge: lies.challenge ?? challenge, origin, crossOrigin: false }),
    );
  }

  private authenticatorData(rpId: string, flags: number, lies: Lies): Buffer {
    const verified = lies.isVerified === false ? 0 : VERIFIED;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? this.counter);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags | PRESENT | verified]), counter]);
  }

  private coseKey(): Map<number, number | Uint8Array> {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    return new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
  }
}
