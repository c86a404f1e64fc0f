// The shared parts of pages about second factors: the field for a code, the secret of an authenticator app, and recovery codes.
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import type { VNode } from 'preact';
import { HiddenFields } from './hidden-fields.view.js';
import { errorAttributes, Page, renderPage, type PageContext } from './page.view.js';
import type { Texts } from '../texts/texts.js';

/** White border of the QR code, in modules (ISO/IEC 18004 section 6.3.8). */
const QUIET_ZONE = 4;
const MAX_CODE = 100;

export interface FactorCodeProps {
  label: string;
  /** True for six digits, false for a code with letters. */
  isNumber: boolean;
  error: string | undefined;
}

/** The field for a code as a factor. */
export function FactorCodeField({ label, isNumber, error }: FactorCodeProps): VNode {
  return (
    <>
      <label for="code">{label}</label>
      <input
        id="code"
        name="code"
        type="text"
        inputmode={isNumber ? 'numeric' : 'text'}
        autocomplete={isNumber ? 'one-time-code' : 'off'}
        autocapitalize="characters"
        spellcheck={false}
        maxlength={MAX_CODE}
        required
        autofocus
        {...errorAttributes(error)}
      />
    </>
  );
}

/** The secret of an authenticator app, as a picture and as text, and the field for the app's first code. */
export function TotpSetup({
  texts: { t },
  uri,
  secret,
  error,
}: {
  texts: Texts;
  uri: string;
  secret: string;
  error: string | undefined;
}): VNode {
  return (
    <>
      <QrCode text={uri} label={t('totp.picture')} />
      <p class="hint">
        {t('totp.typed')} <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <FactorCodeField label={t('totp.label')} isNumber error={error} />
    </>
  );
}

/** Dark on white, regardless of the page's colors, because readers expect it. */
function QrCode({ text, label }: { text: string; label: string }): VNode {
  const code = generate(text);
  const size = code.size + 2 * QUIET_ZONE;
  return (
    <p>
      <svg
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
        width="200"
        height="200"
        role="img"
        aria-label={label}
        shape-rendering="crispEdges"
      >
        <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="#fff" />
        <path d={toSvgPath(code)} fill="#000" />
      </svg>
    </p>
  );
}

export interface RecoveryCodesProps {
  codes: readonly string[];
  action: string;
  hidden: Readonly<Record<string, string>>;
}

/** Shows recovery codes, which are shown only once. */
export function renderRecoveryCodesPage(pageContext: PageContext, { codes, action, hidden }: RecoveryCodesProps): string {
  const { t } = pageContext.texts;
  return renderPage(
    <Page pageContext={pageContext} title={t('recovery.title')}>
      <p class="lead">{t('recovery.what')}</p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CodeTools texts={pageContext.texts} codes={codes} />
      <form method="post" action={action}>
        <HiddenFields values={hidden} />
        <button type="submit">{t('recovery.noted')}</button>
      </form>
    </Page>,
  );
}

/** Ways to keep the codes. A file needs no script. */
function CodeTools({ texts: { t }, codes }: { texts: Texts; codes: readonly string[] }): VNode {
  const text = codes.join('\n');
  return (
    <div class="tools" data-codes={text}>
      <a class="button quiet" download="recovery-codes.txt" href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}>
        {t('recovery.download')}
      </a>
      <button type="button" class="quiet" data-copy={t('recovery.copied')} aria-live="polite" hidden>
        {t('recovery.copy')}
      </button>
      <button type="button" class="quiet" data-print hidden>
        {t('recovery.print')}
      </button>
    </div>
  );
}
