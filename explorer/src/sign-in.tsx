// The first page: signing in, and the ways for those who can't.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { callerOf, type Caller } from './caller.ts';
import type { Session } from './session.ts';

interface SignInProps {
  session: Session;
  fault: string | undefined;
  onCaller(caller: Caller): void;
  onReading(): void;
}

export function SignIn({ session, fault: first, onCaller, onReading }: SignInProps): JSX.Element {
  const [fault, setFault] = useState(first);
  const [token, setToken] = useState('');
  const canSignIn = session.settings.clientId !== undefined;
  const say = (error: unknown) => setFault(error instanceof Error ? error.message : String(error));
  const useToken = (event: Event) => {
    event.preventDefault();
    callerOf(token.trim()).then(onCaller, say);
  };
  return (
    <main class="sign-in">
      <h1>Gatehouse API</h1>
      {canSignIn ? (
        <>
          <p>Sign in, and try every operation as yourself. What you may do here is what your roles allow.</p>
          <button class="primary" type="button" onClick={() => void session.leave().catch(say)}>
            Sign in
          </button>
        </>
      ) : (
        <p>Sign-in isn’t available here: the service has no application for this page, and its log says why. Use a token.</p>
      )}
      {fault !== undefined && (
        <p role="alert" class="fault">
          {fault}
        </p>
      )}
      <details open={!canSignIn}>
        <summary>Use a token instead</summary>
        <form onSubmit={useToken}>
          <label>
            Access token or personal access token
            <input type="password" autocomplete="off" required value={token} onInput={(event) => setToken(event.currentTarget.value)} />
          </label>
          <button type="submit">Use this token</button>
        </form>
      </details>
      <p>
        <button class="link" type="button" onClick={onReading}>
          Read without signing in
        </button>
      </p>
      <p>
        <a href="/openapi.json">openapi.json</a> <span class="soft">for Swagger, Postman and code generators</span>
      </p>
    </main>
  );
}
