// Links to identity providers.
import type { VNode } from 'preact';
import type { Texts } from '../texts/texts.js';

/** A link to a provider, shown as a button. */
export interface ProviderButton {
  href: string;
  /** The name of the provider. */
  label: string;
}

/** Below the forms. @param isAlone whether there is no form above */
export function ProviderButtons({
  texts: { t },
  buttons,
  isAlone,
}: {
  texts: Texts;
  buttons: readonly ProviderButton[];
  isAlone: boolean;
}): VNode {
  return (
    <>
      {buttons.length > 0 && !isAlone && <p class="or">{t('passkey.or')}</p>}
      {buttons.map(({ href, label }) => (
        <p key={href}>
          <a class="button quiet" href={href}>
            {t('directory.with', { provider: label })}
          </a>
        </p>
      ))}
    </>
  );
}
