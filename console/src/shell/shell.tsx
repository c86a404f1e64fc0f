// The frame of every page: skip link, header, navigation, and the page. It is drawn before the person is
// known: what depends on the person suspends by itself.
import { ActionIcon } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazyRouteComponent, Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { allows, useOwnAccess, type Place } from '../api/access.ts';
import { Loading } from '../components/loading.tsx';
import { Icon } from '../look/icon.tsx';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { NavigationList } from './navigation-list.tsx';
import { NoAccess } from './no-access.tsx';
import classes from './shell.module.css';

const t = textsOf<typeof en>(SHELL);

// Menus and dialogs are loaded after the page: they were a quarter of the code of the first page, and are opened later.
const AccountMenu = lazyRouteComponent(() => import('./account-menu.tsx'), 'AccountMenu');
const NavigationDrawer = lazyRouteComponent(() => import('./navigation-drawer.tsx'), 'NavigationDrawer');
const OrganizationSwitch = lazyRouteComponent(() => import('./organization-switch.tsx'), 'OrganizationSwitch');
const Palette = lazyRouteComponent(() => import('./palette.tsx'), 'Palette');
const SignInAgain = lazyRouteComponent(() => import('../sign-in/sign-in-again.tsx'), 'SignInAgain');

export function Shell() {
  const [isOpen, menu] = useDisclosure(false);
  const [isSearching, search] = useDisclosure(false);
  // The shell listens to the keys of the search, so that the search opens also if its code comes after they were pressed.
  useHotkeys([['mod+K', search.open]], []);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(menu.close, [pathname]);
  return (
    <>
      <a className={classes.skip} href="#page">
        {t('skip')}
      </a>
      <header className={classes.header}>
        <ActionIcon className={classes.menu} variant="subtle" size="lg" onClick={menu.open} aria-label={t('menu')} aria-expanded={isOpen}>
          <Icon name="menu" />
        </ActionIcon>
        <span className={classes.brand}>
          <Icon name="gate" />
          <b>Gatehouse</b>
        </span>
        <Suspense>
          <AfterPage>
            <OrganizationSwitch />
          </AfterPage>
        </Suspense>
        <span className={classes.gap} />
        <Suspense>
          <AfterPage>
            <Palette isOpen={isSearching} {...search} />
            <AccountMenu />
          </AfterPage>
        </Suspense>
      </header>
      <div className={classes.body}>
        <nav className={classes.navigation} aria-label={t('navigation')}>
          <Suspense>
            <AfterPage>
              <NavigationList />
            </AfterPage>
          </Suspense>
        </nav>
        <Suspense>
          <AfterPage>
            <NavigationDrawer isOpen={isOpen} onClose={menu.close} />
            <SignInAgain />
          </AfterPage>
        </Suspense>
        <main id="page" className={classes.page} tabIndex={-1}>
          <Suspense fallback={<Loading />}>
            <AllowedPage />
          </Suspense>
        </main>
      </div>
    </>
  );
}

/** What is drawn once the page is, which people wait for. */
function AfterPage({ children }: { children: ReactNode }) {
  useOwnAccess();
  const [isPageDrawn, setPageDrawn] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPageDrawn(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPageDrawn && children;
}

/** The page of the address, if the person may see it. */
function AllowedPage() {
  const access = useOwnAccess();
  const matches = useMatches();
  const { params, search } = (matches.at(-1) ?? {}) as { params?: Place; search?: { project?: string } };
  const place = { projectId: search?.project, ...params };
  const missing = matches.map(({ staticData }) => staticData.needs).find((needs) => needs !== undefined && !allows(access, needs, place));
  return missing === undefined ? <Outlet /> : <NoAccess needs={missing} />;
}
