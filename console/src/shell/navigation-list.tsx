import { Link } from '@tanstack/react-router';
import { Icon } from '../look/icon.tsx';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import classes from './navigation-list.module.css';
import { useOfferedPages } from './pages.ts';

const t = textsOf<typeof en>(SHELL);
const SECTIONS = ['organization', 'service'] as const;

/** The pages that the person may open; one without pages of the service sees no headings. */
export function NavigationList() {
  const pages = useOfferedPages();
  const hasSections = pages.some(({ section }) => section === 'service');
  return SECTIONS.map((section) => {
    const own = pages.filter((page) => page.section === section);
    if (own.length === 0) return null;
    return (
      <div key={section}>
        {hasSections && <p className={classes.heading}>{t(`nav.section.${section}`)}</p>}
        <ul className={classes.list}>
          {own.map(({ to, name, icon }) => (
            <li key={to}>
              <Link to={to} className={classes.link} activeOptions={{ exact: name === 'home' }} activeProps={{ 'aria-current': 'page' }}>
                <Icon name={icon} />
                {t(`nav.${name}` as 'nav.home')}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}
