// Who is signed in, the look and the language, and the way out.
import { ActionIcon, Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useOwnAccess } from '../api/access.ts';
import { Icon } from '../look/icon.tsx';
import { signOut } from '../sign-in/session.ts';
import { chooseLanguage, chosenLanguage, LANGUAGES } from '../texts/language.ts';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';

const t = textsOf<typeof en>(SHELL);
const SCHEMES: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];
/** Each language in its own name. */
const NAMES = { en: 'English', de: 'Deutsch' };

export function AccountMenu() {
  const { displayName, loginName } = useOwnAccess();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label={t('account.menu', { name: displayName })}>
          <Icon name="user" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {displayName}
          <br />
          {loginName}
        </Menu.Label>
        <Menu.Item component="a" href="/account" leftSection={<Icon name="user" />}>
          {t('account.own')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('account.look')}</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={scheme === colorScheme}
            leftSection={<Icon name={scheme === colorScheme ? 'check' : 'sun'} />}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`account.look.${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('account.language')}</Menu.Label>
        {LANGUAGES.map((language) => (
          <Menu.Item
            key={language}
            role="menuitemradio"
            aria-checked={language === chosenLanguage()}
            lang={language}
            leftSection={<Icon name={language === chosenLanguage() ? 'check' : 'globe'} />}
            onClick={() => {
              chooseLanguage(language);
              location.reload();
            }}
          >
            {NAMES[language]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="leave" />} onClick={() => void signOut()}>
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
