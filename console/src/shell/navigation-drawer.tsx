// The navigation on a phone, over the page.
import { Drawer } from '@mantine/core';
import { useEscape } from '../components/dialog.tsx';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { NavigationList } from './navigation-list.tsx';

const t = textsOf<typeof en>(SHELL);

export function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  useEscape(isOpen, onClose);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={false}
      title="Gatehouse"
      size="xs"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <nav aria-label={t('navigation')}>
        <NavigationList />
      </nav>
    </Drawer>
  );
}
