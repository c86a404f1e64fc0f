// @ts-check
// The one script of the pages: forms that are sent once, passwords that are shown and compared with their rules, recovery codes that are copied and
// printed, the menu of languages, and WebAuthn. What needs the script is hidden in the page and shown here; answers are sent as forms.
(() => {
  const own = document.currentScript;
  const words = own?.dataset ?? {};
  /** Struck through while the password is shown. */
  const EYE =
    '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z"/><path class="strike" d="m4 4 16 16"/></svg>';

  /** After this time a form may be sent again: a download leaves its page as it was. */
  const SENT_MS = 10_000;
  /** The rules of a password, as the server has them. @type {Record<string, (text: string, count: number) => boolean>} */
  const RULES = {
    minLength: (text, count) => [...text].length >= count,
    lower: (text) => /\p{Ll}/u.test(text),
    upper: (text) => /\p{Lu}/u.test(text),
    digit: (text) => /\p{Nd}/u.test(text),
    symbol: (text) => /[^\p{L}\p{N}\s]/u.test(text),
  };

  // Bubbles up to here unless another handler has taken the form.
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
    if (event.target.dataset.sent) event.preventDefault();
    else markSent(event.target, event.submitter);
  });
  // A page from the history is as it was when it was left.
  addEventListener('pageshow', () => {
    for (const form of document.forms) release(form);
  });
  for (const rules of document.querySelectorAll('[data-rules]')) if (rules instanceof HTMLElement) addRules(rules);
  for (const tools of document.querySelectorAll('[data-codes]')) if (tools instanceof HTMLElement) addTools(tools);
  for (const menu of document.querySelectorAll('.languages')) if (menu instanceof HTMLDetailsElement) addMenu(menu);

  for (const field of document.querySelectorAll('input[type=password]')) if (field instanceof HTMLInputElement) addReveal(field);
  for (const part of document.querySelectorAll('[data-passkey]'))
    if (part instanceof HTMLElement && window.PublicKeyCredential) addPasskey(part);
  // Web views often have no WebAuthn, and no browser has it over plain HTTP.
  for (const word of document.querySelectorAll('[data-no-passkeys]'))
    if (word instanceof HTMLElement && !window.PublicKeyCredential) word.hidden = false;

  for (const field of document.querySelectorAll('[data-device]'))
    if (field instanceof HTMLInputElement) tellDevice(field).catch(() => undefined);

  /** Shows that a form is on its way, and says so. @param {HTMLFormElement} form @param {HTMLElement | null} button */
  function markSent(form, button) {
    form.dataset.sent = '1';
    button?.setAttribute('aria-busy', 'true');
    const status = form.appendChild(document.createElement('span'));
    status.className = 'hidden sending';
    status.setAttribute('aria-live', 'polite');
    setTimeout(() => (status.textContent = words.busy ?? ''));
    setTimeout(() => release(form), SENT_MS);
  }

  /** @param {HTMLFormElement} form */
  function release(form) {
    delete form.dataset.sent;
    form.querySelector('.sending')?.remove();
    form.querySelector('[aria-busy]')?.removeAttribute('aria-busy');
  }

  /** Ticks each rule that the new password keeps, while it is typed. @param {HTMLElement} list */
  function addRules(list) {
    const field = document.getElementById(list.dataset.rules ?? '');
    if (!(field instanceof HTMLInputElement)) return;
    const rows = [...list.querySelectorAll('[data-rule]')].filter((row) => row instanceof HTMLElement);
    const marks = rows.map((row) => {
      const mark = row.appendChild(document.createElement('span'));
      mark.className = 'hidden';
      return mark;
    });
    const compare = () => {
      const typed = field.value.normalize('NFC');
      for (const [at, row] of rows.entries()) {
        const { rule = '', count } = row.dataset;
        const isKept = RULES[rule]?.(typed, Number(count)) ?? false;
        row.classList.toggle('kept', isKept);
        if (marks[at]) marks[at].textContent = isKept ? ` (${words.kept})` : '';
      }
    };
    field.addEventListener('input', compare);
    compare();
  }

  /** Buttons that copy and print recovery codes. @param {HTMLElement} tools */
  function addTools(tools) {
    const [copy, print] = [tools.querySelector('[data-copy]'), tools.querySelector('[data-print]')];
    if (copy instanceof HTMLElement && navigator.clipboard) {
      copy.hidden = false;
      copy.addEventListener('click', () => {
        copyCodes(copy, tools.dataset.codes ?? '').catch(() => undefined);
      });
    }
    if (print instanceof HTMLElement) {
      print.hidden = false;
      print.addEventListener('click', () => window.print());
    }
  }

  /** @param {HTMLElement} button @param {string} codes */
  async function copyCodes(button, codes) {
    await navigator.clipboard.writeText(codes);
    button.textContent = button.dataset.copy ?? '';
  }

  /** A menu closes by Escape, and by a press beside it. @param {HTMLDetailsElement} menu */
  function addMenu(menu) {
    document.addEventListener('click', ({ target }) => {
      if (target instanceof Node && !menu.contains(target)) menu.open = false;
    });
    menu.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !menu.open) return;
      menu.open = false;
      menu.querySelector('summary')?.focus();
    });
  }

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
      if (form.dataset.sent) return;
      waiting.abort();
      markSent(form, event.submitter);
      ask(part).catch((error) => {
        release(form);
        fail(part, error);
      });
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
