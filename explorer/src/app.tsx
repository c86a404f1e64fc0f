// The explorer after the sign-in, or without one: the operations on the left, the chosen one on the right.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { getJson } from './api.ts';
import { callerOf, type Caller } from './caller.ts';
import { readDocument, type ApiDocument, type RawDocument } from './document.ts';
import { KnownValues } from './known-values.ts';
import { Navigation } from './navigation.tsx';
import { OperationPage } from './operation-page.tsx';
import type { Session } from './session.ts';
import { SignIn } from './sign-in.tsx';

/** The operation that the address names. */
function useChosen(): string {
  const [chosen, setChosen] = useState(location.hash.slice(1));
  useEffect(() => {
    const follow = () => setChosen(location.hash.slice(1));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return chosen;
}

export function App({ session, first }: { session: Session; first: Caller | undefined }): JSX.Element {
  const [caller, setCaller] = useState(first);
  const [isReading, setReading] = useState(false);
  const [api, setApi] = useState<ApiDocument>();
  const [fault, setFault] = useState<string>();
  const isShown = caller !== undefined || isReading;
  useEffect(() => {
    if (!isShown || api) return;
    getJson<RawDocument>('/openapi.json').then(
      (raw) => setApi(readDocument(raw)),
      (error: unknown) => setFault(String(error)),
    );
  }, [isShown, api]);
  if (!isShown) return <SignIn session={session} fault={fault ?? session.fault} onCaller={setCaller} onReading={() => setReading(true)} />;
  if (!api)
    return (
      <main class="sign-in">
        <h1>Gatehouse API</h1>
        <p role="status">{fault ?? 'Loading the operations …'}</p>
      </main>
    );
  return <Explorer api={api} caller={caller} session={session} onCaller={setCaller} />;
}

interface ExplorerProps {
  api: ApiDocument;
  caller: Caller | undefined;
  session: Session;
  onCaller(caller: Caller): void;
}

function Explorer({ api, caller, session, onCaller }: ExplorerProps): JSX.Element {
  const chosen = useChosen();
  const current = api.operations.find(({ id }) => id === chosen);
  const [orgId, setOrgId] = useState(caller?.orgId ?? '');
  const known = useMemo(() => new KnownValues(api.operations), [api]);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (current) main.current?.querySelector('h1')?.focus();
  }, [current]);
  const renew = async () => onCaller(await callerOf(await session.renew()));
  const signOut = async () => (session.hasSignedIn ? session.end() : location.reload());
  return (
    <div class={current ? 'explorer with-operation' : 'explorer'}>
      <header>
        <a class="title" href="#">
          Gatehouse API
        </a>
        {caller ? (
          <>
            <label>
              Organization
              <select value={orgId} onChange={(event) => setOrgId(event.currentTarget.value)}>
                {caller.choices.map((one) => (
                  <option key={one.orgId} value={one.orgId}>
                    {one.name}
                  </option>
                ))}
              </select>
            </label>
            <span class="who">{caller.displayName || caller.userName}</span>
            <button type="button" onClick={() => void signOut().catch(() => location.reload())}>
              Sign out
            </button>
          </>
        ) : (
          <button class="primary" type="button" onClick={() => location.reload()}>
            Sign in
          </button>
        )}
      </header>
      <Navigation api={api} current={current} />
      <main ref={main}>
        {current ? (
          <OperationPage
            key={`${current.id} ${orgId}`}
            api={api}
            operation={current}
            caller={caller}
            orgId={orgId}
            known={known}
            renew={renew}
          />
        ) : (
          <Welcome />
        )}
      </main>
    </div>
  );
}

function Welcome(): JSX.Element {
  return (
    <div class="welcome">
      <h1>What do you want to do?</h1>
      <p>Search, or choose a section. Each operation is filled in with your organization and an example that runs as it stands.</p>
      <p class="soft">
        Programs read the same document: <a href="/openapi.json">openapi.json</a>.
      </p>
    </div>
  );
}
