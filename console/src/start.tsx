// Shows the console once the person is signed in, or why it could not start.
import './look/components.css';
import './look/tokens.css';
import './look/mantine.css';
import './look/base.css';
import type { AnyRoute } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { ownAccess, type OwnAccess } from './api/access.ts';
import type { Versioned } from './api/client.ts';
import { queries } from './api/reading.ts';
import { App, Frame } from './app.tsx';
import { router } from './routes.tsx';
import { SignedOut } from './sign-in/signed-out.tsx';
import { StartFault } from './sign-in/start-fault.tsx';

const root = createRoot(document.getElementById('console') as HTMLElement);

/** Any home page: which organization's it is, the sign-in tells. */
const HOME = '/orgs/-';

/** Loads the code of the page at this address, which is shown once the person is signed in. The address without a page leads to a home page. */
export function loadPage(): void {
  const { pathname } = router.latestLocation;
  for (const { routeId } of router.matchRoutes(pathname === '/' ? HOME : pathname, {})) {
    // Shown again, and then told, when the page is.
    router.loadRouteChunk((router.routesById as Record<string, AnyRoute>)[routeId] as AnyRoute)?.catch(() => undefined);
  }
}

/**
 * Shows the frame of the console at once, and what depends on the person once `access` is known.
 * @param access undefined if the browser leaves for the sign-in page; a failure is for the caller to show
 */
export function showConsole(access: Promise<Versioned<OwnAccess> | undefined>): void {
  const known = new Promise<Versioned<OwnAccess>>((resolve) => {
    access.then(
      (own) => own && resolve(own),
      () => undefined,
    );
  });
  void queries.prefetchQuery({ ...ownAccess(), queryFn: () => known });
  root.render(<App />);
}

export function showSignedOut(): void {
  root.render(
    <Frame>
      <SignedOut />
    </Frame>,
  );
}

export function showFault(error: unknown): void {
  root.render(
    <Frame>
      <StartFault error={error} />
    </Frame>,
  );
}
