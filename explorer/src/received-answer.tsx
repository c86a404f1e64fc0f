// What the service answered.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Received } from './api.ts';

/** More is cut off: a browser would take seconds to draw it. */
const SHOWN = 200_000;

export function ReceivedAnswer({ received, renew }: { received: Received; renew?(): Promise<void> }): JSX.Element {
  const { status, statusText, headers, json, text, milliseconds } = received;
  const body = json === undefined ? text : JSON.stringify(json, null, 2);
  return (
    <div class="received">
      <h2>
        <span class={status < 400 ? 'status good' : 'status bad'}>{status}</span> {statusText} <span class="soft">{milliseconds} ms</span>
      </h2>
      {renew && <SignInAgain after={received} renew={renew} />}
      {body !== '' && (
        <pre tabIndex={0} aria-label="Body of the answer">
          {body.slice(0, SHOWN)}
        </pre>
      )}
      {body.length > SHOWN && <p class="soft">The first {SHOWN.toLocaleString('en')} characters. The command gets all of it.</p>}
      <details>
        <summary>Headers</summary>
        <pre tabIndex={0} aria-label="Headers of the answer">
          {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </pre>
      </details>
    </div>
  );
}

/** A request that is sent before the new token is here is refused like the last one, so it says when to send. */
function SignInAgain({ after, renew }: { after: Received; renew(): Promise<void> }): JSX.Element {
  const [told, setTold] = useState<{ after: Received; text: string }>();
  const tell = (text: string) => setTold({ after, text });
  const signIn = async () => {
    tell('Waiting for the sign-in …');
    await renew().then(
      () => tell('You’re signed in again. Send the request once more.'),
      (error: unknown) => tell(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <p class="note">
      <span role="status">{told?.after === after ? told.text : 'Your sign-in has ended.'}</span>{' '}
      <button type="button" onClick={() => void signIn()}>
        Sign in again
      </button>
    </p>
  );
}
