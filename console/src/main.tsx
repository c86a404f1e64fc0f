// Starts the console: its texts, the sign-in, then its pages.
import '@mantine/core/styles.layer.css';
import './look/tokens.css';
import './look/mantine.css';
import './look/base.css';
import { createRoot } from 'react-dom/client';
import { ownAccess } from './api/access.ts';
import { queries } from './api/reading.ts';
import { App, Frame } from './app.tsx';
import { SIGNED_OUT, startSession } from './sign-in/session.ts';
import { SignedOut } from './sign-in/signed-out.tsx';
import { StartFault } from './sign-in/start-fault.tsx';
import { startTexts } from './texts/texts.ts';

const root = createRoot(document.getElementById('console') as HTMLElement);

async function start(): Promise<void> {
  await startTexts();
  if (location.pathname === SIGNED_OUT) {
    return root.render(
      <Frame>
        <SignedOut />
      </Frame>,
    );
  }
  if (!(await startSession())) return;
  await queries.ensureQueryData({ ...ownAccess(), staleTime: Infinity });
  root.render(<App />);
}

start().catch((error: unknown) =>
  root.render(
    <Frame>
      <StartFault error={error} />
    </Frame>,
  ),
);
