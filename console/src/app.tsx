// What surrounds every page: the look, the query cache, the router, and what must be seen wherever one is.
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queries } from './api/reading.ts';
import { Announcements } from './components/announcements.tsx';
import { theme } from './look/theme.ts';
import { router } from './routes.tsx';

/** The look alone, for pages without a sign-in. Its variables and classes are in static style sheets. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false} withStaticClasses={false}>
      {children}
    </MantineProvider>
  );
}

export function App() {
  return (
    <Frame>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Announcements />
      </QueryClientProvider>
    </Frame>
  );
}
