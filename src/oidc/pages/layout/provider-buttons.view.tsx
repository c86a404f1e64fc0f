// Links to identity providers.
import type { VNode } from 'preact';
import type { IdentityProvider } from '../../../users/authentication/identity-providers/identity-provider.js';
import { ButtonLogo } from './emblem.view.js';
import type { Texts } from '../texts/texts.js';

/** A link to a provider, shown as a button. */
export interface ProviderButton {
  href: string;
  /** The name of the provider. */
  label: string;
  /** The digest of its logo. */
  logo: string | undefined;
}

/** The button of a provider that leads to `href`. */
export function providerButton(href: string, { name, rules, logo }: IdentityProvider): ProviderButton {
  return { href, label: rules.buttonLabel ?? name, logo };
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
      {buttons.map(({ href, label, logo }) => (
        <p key={href}>
          <a class="button quiet" href={href}>
            <ButtonLogo logo={logo} />
            {t('directory.with', { provider: label })}
          </a>
        </p>
      ))}
    </>
  );
}
