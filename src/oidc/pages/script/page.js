// @ts-check
// The one script of the pages: showing a password, and WebAuthn. What needs it is hidden in the page and shown here; answers are sent as forms.
(() => {
  const own = document.currentScript;
  const words = own?.dataset ?? {};
  /** Struck through while the password is shown. */
  const EYE =
    '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z"/><path class="strike" d="m4 4 16 16"/></svg>';

  for (const field of document.querySelectorAll('input[type=password]')) if (field instanceof HTMLInputElement) addReveal(field);
  for (const part of document.querySelectorAll('[data-passkey]'))
    if (part instanceof HTMLElement && window.PublicKeyCredential) addPasskey(part);
  // Web views often have no WebAuthn, and no browser has it over plain HTTP.
  for (const word of document.querySelectorAll('[data-no-passkeys]'))
    if (word instanceof HTMLElement && !window.PublicKeyCredential) word.hidden = false;

  for (const field of document.querySelectorAll('[data-device]'))
    if (field instanceof HTMLInputElement) tellDevice(field).catch(() => undefined);

  /** Whether this device itself can keep a passkey; other devices are not offered one on the way. @param {HTMLInputElement} field */
  async function tellDevice(field) {
    if (await window.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable?.()) field.value = '1';
  }

  /** A button that shows what was typed. @param {HTMLInputElement} field */
  function addReveal(field) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'reveal';
    button.setAttribute('aria-controls', field.id);
    button.innerHTML = EYE;
    const label = button.appendChild(document.createElement('span'));
    label.className = 'hidden';
    const say = (/** @type {boolean} */ shown) => {
      label.textContent = (shown ? words.hide : words.show) ?? '';
      button.setAttribute('aria-pressed', String(shown));
    };
    say(false);
    button.addEventListener('click', () => {
      const shown = field.type === 'password';
      field.type = shown ? 'text' : 'password';
      say(shown);
      field.focus();
    });
    field.after(button);
    // Password managers look for a password where one is sent.
    field.form?.addEventListener('submit', () => {
      field.type = 'password';
    });
  }

  /**
   * A form, or a part of one, whose button asks an authenticator and sends what it answers. `data-passkey` is `create` or `get`; the options
   * stand in `data-options`, or come from the address `data-from`, which also makes the browser offer passkeys in the field of the user name.
   * @param {HTMLElement} part
   */
  function addPasskey(part) {
    part.hidden = false;
    const form = part.closest('form');
    const waiting = new AbortController();
    form?.addEventListener('submit', (event) => {
      event.preventDefault();
      waiting.abort();
      ask(part).catch((error) => fail(part, error));
    });
    if (part.dataset.from !== undefined) offer(part, waiting.signal).catch(() => undefined);
  }

  /** @param {HTMLElement} part @param {AbortSignal} signal */
  async function offer(part, signal) {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const publicKey = requestOptions(await readOptions(part));
    send(part, await navigator.credentials.get({ publicKey, mediation: 'conditional', signal }));
  }

  /** @param {HTMLElement} part */
  async function ask(part) {
    const options = await readOptions(part);
    const credential =
      part.dataset.passkey === 'create'
        ? await navigator.credentials.create({ publicKey: creationOptions(options) })
        : await navigator.credentials.get({ publicKey: requestOptions(options) });
    send(part, credential);
  }

  /** @param {HTMLElement} part @returns {Promise<any>} */
  async function readOptions({ dataset: { options, from = '' } }) {
    if (options !== undefined) return JSON.parse(options);
    const answer = await fetch(from, { method: 'POST', body: new URLSearchParams(), headers: { accept: 'application/json' } });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  /** Says what went wrong; a person who pressed "cancel" is told the same as one whose key is not here. @param {HTMLElement} part @param {unknown} error */
  function fail(part, error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'AbortError') return;
    const place = part.querySelector('[data-fault]');
    if (!(place instanceof HTMLElement)) return;
    place.textContent = (name === 'InvalidStateError' ? place.dataset.known : place.dataset.fault) ?? '';
    place.hidden = false;
  }

  /** @param {HTMLElement} part @param {Credential | null} credential */
  function send(part, credential) {
    const field = part.querySelector('input[name=credential]');
    if (!(credential instanceof PublicKeyCredential) || !(field instanceof HTMLInputElement)) return;
    field.value = JSON.stringify(toJson(credential));
    field.form?.submit();
  }

  /** WebAuthn level 3 section 5.1.8; older browsers have no function for it. @param {any} options */
  function creationOptions(options) {
    const user = { ...options.user, id: bytes(options.user.id) };
    return {
      ...options,
      challenge: bytes(options.challenge),
      user,
      excludeCredentials: (options.excludeCredentials ?? []).map(descriptor),
    };
  }

  /** @param {any} options */
  function requestOptions(options) {
    return { ...options, challenge: bytes(options.challenge), allowCredentials: (options.allowCredentials ?? []).map(descriptor) };
  }

  /** @param {{ id: string }} one */
  function descriptor(one) {
    return { ...one, id: bytes(one.id) };
  }

  /** WebAuthn level 3 section 5.1, `toJSON()`. @param {PublicKeyCredential} credential */
  function toJson({ id, rawId, type, response }) {
    /** @type {Record<string, unknown>} */
    const members = { clientDataJSON: text(response.clientDataJSON) };
    if (response instanceof AuthenticatorAttestationResponse) {
      members.attestationObject = text(response.attestationObject);
      members.transports = response.getTransports?.() ?? [];
    } else if (response instanceof AuthenticatorAssertionResponse) {
      members.authenticatorData = text(response.authenticatorData);
      members.signature = text(response.signature);
      if (response.userHandle) members.userHandle = text(response.userHandle);
    }
    return { id, rawId: text(rawId), type, response: members, clientExtensionResults: {} };
  }

  /** Base64url. @param {ArrayBuffer} buffer */
  function text(buffer) {
    const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  }

  /** @param {string} base64url */
  function bytes(base64url) {
    const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  }
})();
