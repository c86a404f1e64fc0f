// The navigation on a phone, over the page.
import { Drawer } from '@mantine/core';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { NavigationList } from './navigation-list.tsx';

const t = textsOf<typeof en>(SHELL);

export function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer opened={isOpen} onClose={onClose} title="Gatehouse" size="xs" closeButtonProps={{ 'aria-label': t('close') }}>
      <nav aria-label={t('navigation')}>
        <NavigationList />
      </nav>
    </Drawer>
  );
}
