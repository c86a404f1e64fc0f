// What the service answered.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Received } from './api.ts';

/** More is cut off: a browser would take seconds to draw it. */
const SHOWN = 200_000;

export function ReceivedAnswer({ received, renew }: { received: Received; renew?(): Promise<void> }): JSX.Element {
  const { status, statusText, headers, json, text, milliseconds } = received;
  const [fault, setFault] = useState<string>();
  const body = json === undefined ? text : JSON.stringify(json, null, 2);
  return (
    <div class="received">
      <h2>
        <span class={status < 400 ? 'status good' : 'status bad'}>{status}</span> {statusText} <span class="soft">{milliseconds} ms</span>
      </h2>
      {renew && (
        <p class="note">
          Your sign-in has ended.{' '}
          <button
            type="button"
            onClick={() => void renew().catch((error: unknown) => setFault(error instanceof Error ? error.message : String(error)))}
          >
            Sign in again
          </button>{' '}
          {fault}
        </p>
      )}
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
