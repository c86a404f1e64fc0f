// The parts of every page, and its headers.
import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { LANGUAGE_FIELD, LANGUAGE_PATH } from './chosen-language.js';
import { HiddenFields } from './hidden-fields.view.js';
import { Icon, type IconName } from './icons.view.js';
import { SCRIPT_ADDRESS, SCRIPT_INTEGRITY } from './script.js';
import { iconAddress, styleAddress, type StyleChoice } from './style.js';
import { languageName, LANGUAGES, tagOf, type TextKey, type Texts } from '../texts/texts.js';
import { parsedUrl } from '../../../common/primitives/parsed-url.js';

/** The links that an organization may add at the bottom of its pages. */
export const FOOTER_LINKS = ['help', 'privacy', 'terms', 'imprint'] as const;

/** The parts of an organization's look that a page shows. */
export interface Look extends StyleChoice {
  /** The organization's name, unless hidden. */
  name?: string;
  /** Addresses of its logo. Without `dark`, the dark theme uses the same. */
  logo?: { light: string; dark?: string | undefined; name: string };
  /** The address of its icon in browser tabs. */
  favicon?: string | undefined;
  layout?: 'card' | 'split' | undefined;
  links?: Readonly<Partial<Record<(typeof FOOTER_LINKS)[number], string>>>;
}

/** The language and the look of a page; the first parameter of every view. */
export interface PageContext {
  texts: Texts;
  look: Look;
  /** Whether the page's address shows it again in another language; false for a page that answers a form. */
  hasAddress?: boolean;
}

/** A form that shows a page again if that page answers another form: its address and its hidden fields. It has no other effect. */
export interface ShownAgain {
  action: string;
  hidden: Readonly<Record<string, string>>;
}

/** Languages written from right to left. */
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

export interface PageProps {
  pageContext: PageContext;
  title: string;
  children: ComponentChildren;
  /** An icon above the title that shows the subject of the page. */
  sign?: IconName;
  /** Set for a page with a message and no fields: good or bad news. */
  news?: 'good' | 'bad' | undefined;
  /** If set, the page gets no other script and no choice of languages. */
  hasOwnScript?: boolean;
  /** For a choice of languages if the page has no address. If absent, there is no choice, as for content that is shown once. */
  again?: ShownAgain | undefined;
}

/** One card with a title. */
export function Page({ pageContext, title, children, sign, news, hasOwnScript, again }: PageProps): VNode {
  const { look } = pageContext;
  const layout = look.layout ?? 'card';
  return (
    <Document pageContext={pageContext} title={title} layout={layout} hasOwnScript={hasOwnScript}>
      {layout === 'split' && <Panel pageContext={pageContext} />}
      <div class="stage">
        <main class={news ? 'message' : undefined}>
          <Brand look={look} />
          {sign && (
            <div class={news ? `sign ${news}` : 'sign'}>
              <Icon name={sign} />
            </div>
          )}
          <h1>{title}</h1>
          {children}
        </main>
        <PageFooter pageContext={hasOwnScript ? { ...pageContext, hasAddress: false } : pageContext} again={again} />
      </div>
    </Document>
  );
}

/** The document around the body of every page. */
export function Document({
  pageContext: { texts, look },
  title,
  layout,
  children,
  hasOwnScript = false,
}: {
  pageContext: PageContext;
  title: string;
  layout: 'card' | 'split' | 'account';
  children: ComponentChildren;
  hasOwnScript?: boolean | undefined;
}): VNode {
  const owner = look.name ?? look.logo?.name;
  return (
    <html lang={tagOf(texts.lang)} dir={RIGHT_TO_LEFT.includes(texts.lang) ? 'rtl' : undefined}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{owner ? `${title} – ${owner}` : title}</title>
        {look.favicon ? <link rel="icon" href={look.favicon} /> : <link rel="icon" type="image/svg+xml" href={iconAddress(look.accent)} />}
        <link rel="stylesheet" href={styleAddress(look)} />
        {!hasOwnScript && (
          <script
            defer
            src={SCRIPT_ADDRESS}
            integrity={SCRIPT_INTEGRITY}
            data-show={texts.t('password.show')}
            data-hide={texts.t('password.hide')}
            data-kept={texts.t('password.kept')}
            data-busy={texts.t('form.busy')}
          />
        )}
      </head>
      <body class={layout}>{children}</body>
    </html>
  );
}

/** The owner of the page: a logo, or a mark with the name. Without a known organization, the mark of the service. */
export function Brand({ look }: { look: Look }): VNode {
  if (look.logo)
    return (
      <div class="brand">
        <Logo logo={look.logo} />
      </div>
    );
  const [initial = ''] = look.name?.trim().toUpperCase() ?? '';
  return (
    <div class="brand">
      <span class="mark" aria-hidden="true">
        {initial === '' ? <Icon name="gate" /> : initial}
      </span>
      {look.name && <p class="organization">{look.name}</p>}
    </div>
  );
}

function Logo({ logo }: { logo: NonNullable<Look['logo']> }): VNode {
  return (
    <picture>
      {logo.dark && <source srcset={logo.dark} media="(prefers-color-scheme:dark)" />}
      <img class="logo" src={logo.light} alt={logo.name} />
    </picture>
  );
}

/** The wide half of the split layout. */
function Panel({ pageContext: { texts } }: { pageContext: PageContext }): VNode {
  return (
    <aside class="panel">
      <p>{texts.t('panel.title')}</p>
      <p>{texts.t('panel.text')}</p>
    </aside>
  );
}

/** The links of the organization, and the choice of languages. */
export function PageFooter({ pageContext, again }: Pick<PageProps, 'pageContext' | 'again'>): VNode | null {
  const { look, texts, hasAddress } = pageContext;
  const links = FOOTER_LINKS.flatMap((name) => (look.links?.[name] ? [[name, look.links[name]] as const] : []));
  const offersLanguages = hasAddress || again !== undefined;
  if (links.length === 0 && !offersLanguages) return null;
  return (
    <footer>
      {offersLanguages && <Languages texts={texts} again={hasAddress ? undefined : again} />}
      {links.length > 0 && (
        <ul class="links">
          {links.map(([name, href]) => (
            <li key={name}>
              <a href={href} rel="noopener">
                {texts.t(`footer.${name}`)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </footer>
  );
}

/** Each language in its own name. The list opens without a script; a choice leads back to the page. */
function Languages({ texts, again }: { texts: Texts; again: ShownAgain | undefined }): VNode {
  const list = (
    <ul class="links">
      {LANGUAGES.map((lang) => {
        const said = { lang: tagOf(lang), 'aria-current': lang === texts.lang ? ('true' as const) : undefined };
        return (
          <li key={lang}>
            {again ? (
              <button type="submit" class="link" name={LANGUAGE_FIELD} value={lang} {...said}>
                {languageName(lang)}
              </button>
            ) : (
              <a href={`/${LANGUAGE_PATH}/${lang}`} {...said} rel="nofollow">
                {languageName(lang)}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
  return (
    <details class="languages">
      <summary>
        <Icon name="globe" />
        <span class="hidden">{texts.t('profile.language')}: </span>
        {languageName(texts.lang)}
      </summary>
      {again ? (
        <form method="post" action={again.action}>
          <HiddenFields values={again.hidden} />
          {list}
        </form>
      ) : (
        list
      )}
    </details>
  );
}

/** Links below a form; those with the class `apart` are below a separating line. */
export function Ways({ children }: { children: ComponentChildren }): VNode {
  return <nav class="ways">{children}</nav>;
}

/** What went wrong, and what the person can do; fields refer to it by {@link errorAttributes}. */
export function PageError({ children }: { children: ComponentChildren }): VNode | null {
  return children ? (
    <p class="error" id="error" role="alert">
      {children}
      <Icon name="alert" />
    </p>
  ) : null;
}

/** Confirms the last action. */
export function Notice({ children }: { children: ComponentChildren }): VNode | null {
  return children ? (
    <p role="status">
      {children}
      <Icon name="check" />
    </p>
  ) : null;
}

/** The attributes of a field with a {@link PageError}. */
export function errorAttributes(error: string | undefined): { 'aria-describedby'?: string; 'aria-invalid'?: 'true' } {
  return error ? { 'aria-describedby': 'error', 'aria-invalid': 'true' } : {};
}

/** The first letter of a name, shown instead of a picture. */
export function Face({ name }: { name: string }): VNode {
  return (
    <span class="face" aria-hidden="true">
      {[...name.trim().toUpperCase()][0]}
    </span>
  );
}

/** A placeholder for the value while the text is split. */
const PLACE = '\u0000';

/** A text with one value, which is emphasized. */
export function Strong({ texts, name, value }: { texts: Texts; name: TextKey; value: Record<string, string> }): VNode {
  const [[key, shown] = ['', '']] = Object.entries(value);
  const [before, after] = texts.t(name, { [key]: PLACE }).split(PLACE);
  return (
    <>
      {before}
      <strong>{shown}</strong>
      {after}
    </>
  );
}

/** The page as HTML; the renderer escapes every text in it. */
export function renderPage(page: VNode): string {
  return `<!DOCTYPE html>${render(page)}`;
}

/** The script file of the pages, with its digest in its tag; it connects only to this service. Inline scripts don't run. */
const OWN_SCRIPT = "script-src 'self'; connect-src 'self'";

/**
 * Headers of a page.
 * @param script the directive that replaces the script of the pages
 * @param frames addresses that the page shows in frames
 * @param formTargets URLs that a form's response may redirect to: browsers check the whole chain against `form-action`
 */
export function pageHeaders(
  formTargets: readonly (string | undefined)[] = [],
  script = OWN_SCRIPT,
  frames: readonly string[] = [],
): Record<string, string> {
  const framed = frames.length === 0 ? '' : `; frame-src ${[...new Set(frames.map((one) => new URL(one).origin))].join(' ')}`;
  const targets = ["'self'", ...formTargets.flatMap((target) => formSource(target))].join(' ');
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; img-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'; ${script}${framed}`,
    // Without a referrer, browsers send `Origin: null` with a form, and forms are checked by their origin.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}

/** A source expression (CSP Level 3 section 2.3.1) for an address; a private-use scheme is given by its name. */
function formSource(address: string | undefined): string[] {
  const url = parsedUrl(address ?? '');
  if (!url) return [];
  return [url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : url.protocol];
}
