// Starts the explorer: ends a sign-in that returns here, then shows the page for signing in or the operations.
import './style.css';
import { render } from 'preact';
import { getJson } from './api.ts';
import { App } from './app.tsx';
import { callerOf } from './caller.ts';
import { PLACE, Session, type SignInSettings } from './session.ts';

async function start(root: HTMLElement): Promise<void> {
  const session = new Session(await getJson<SignInSettings>(`${PLACE}/sign-in.json`));
  const token = await session.complete();
  const caller = token === undefined ? undefined : await callerOf(token);
  render(<App session={session} first={caller} />, root);
}

const root = document.getElementById('explorer') as HTMLElement;
start(root).catch((error: unknown) =>
  render(
    <main class="sign-in">
      <h1>Gatehouse API</h1>
      <p role="alert" class="fault">
        {error instanceof Error ? error.message : String(error)}
      </p>
      <p>
        <a href={PLACE}>Try again</a>
      </p>
    </main>,
    root,
  ),
);
