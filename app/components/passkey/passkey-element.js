/**
 * The element <passkey-offer>: shows its button where the browser has passkeys, and takes the person's answer to the
 * form that it stands in. A file of its own, loaded by the few pages that offer a passkey (requirement desk-29).
 *
 * data-options is the address that answers with what to make or to sign, data-purpose what for. "confirm" sends the
 * answer there too and stays on the page; everything else sends the form.
 */
const toBytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

const known = (list = []) => list.map((each) => ({ ...each, id: toBytes(each.id) }));

/** Browsers have this themselves only since 2024 and 2025. */
const answerOf = ({ id, type, response, authenticatorAttachment }) =>
  JSON.stringify({
    ...{ id, rawId: id, type, authenticatorAttachment, clientExtensionResults: {} },
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      ...(response.attestationObject
        ? {
            attestationObject: toText(response.attestationObject),
            transports: response.getTransports ? response.getTransports() : [],
          }
        : {
            authenticatorData: toText(response.authenticatorData),
            signature: toText(response.signature),
            userHandle: response.userHandle ? toText(response.userHandle) : undefined,
          }),
    },
  });

async function make({ user, excludeCredentials, challenge, ...options }) {
  const publicKey = {
    ...options,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: known(excludeCredentials),
  };
  return answerOf(await navigator.credentials.create({ publicKey }));
}

async function sign({ challenge, allowCredentials, ...options }) {
  const publicKey = {
    ...options,
    challenge: toBytes(challenge),
    allowCredentials: known(allowCredentials),
  };
  return answerOf(await navigator.credentials.get({ publicKey }));
}

class PasskeyOffer extends HTMLElement {
  connectedCallback() {
    if (!window.PublicKeyCredential || this.isReady) return;
    this.isReady = true;
    this.hidden = false;
    const button = this.own("button[data-start]");
    if (button.type === "button") button.addEventListener("click", () => void this.begin());
    if (button.type === "button" && this.dataset.purpose !== "add") return;
    // The form is there for the passkey alone: Enter in one of its fields means the button.
    this.form().addEventListener("submit", (event) => {
      event.preventDefault();
      void this.begin();
    });
  }

  form() {
    return this.closest("form") ?? this.querySelector("form");
  }

  /** The part that is not of an offer within this one. */
  own(selector) {
    return [...this.querySelectorAll(selector)].find((part) => part.closest("passkey-offer") === this);
  }

  say(words) {
    this.own("[data-alert]").textContent = words;
  }

  async begin() {
    const button = this.own("button[data-start]");
    this.say("");
    button.disabled = true;
    try {
      await this.run(this.form());
    } catch (error) {
      const isKnown = error.name === "InvalidStateError";
      this.say(error.words ?? (isKnown ? this.dataset.known : this.dataset.failed));
    }
    button.disabled = false;
  }

  async run(form) {
    const { purpose } = this.dataset;
    // What is added has a name, and is added with a code or a password.
    const typed = purpose === "add" ? new FormData(form) : new FormData();
    const { create, get } = await this.ask(typed, { intent: "options", purpose });
    const passkey = await (create ? make(create) : sign(get));
    if (purpose === "confirm") {
      await this.ask(new FormData(), { intent: "confirm", passkey });
      return this.confirm();
    }
    const field = Object.assign(document.createElement("input"), {
      type: "hidden",
      name: "passkey",
      value: passkey,
    });
    form.append(field);
    form.submit();
  }

  /** The code is not needed any more. */
  confirm() {
    const part = this.closest("[data-code]");
    const words = document.createElement("p");
    words.setAttribute("role", "status");
    words.textContent = this.dataset.done;
    part.replaceChildren(words);
  }

  async ask(fields, more) {
    const body = new URLSearchParams(fields);
    for (const [name, value] of Object.entries(more)) body.set(name, value);
    const response = await fetch(this.dataset.options, { method: "POST", body });
    const answer = await response.json();
    if (!response.ok) throw Object.assign(new Error(answer.message), { words: answer.message });
    return answer;
  }
}

if (!customElements.get("passkey-offer")) customElements.define("passkey-offer", PasskeyOffer);
