// Every change is a request of the API; this copies it for a terminal.
import { ActionIcon, Menu } from '@mantine/core';
import type { ApiRequest } from '../api/client.ts';
import { asCommand, asCurl } from '../api/copyable.ts';
import { Icon } from '../look/icon.tsx';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { copyText } from './copy-value.tsx';

const t = textsOf<typeof en>(SHELL);

/** @param own the command, if it is none that only sends this request */
export function CopyRequest({ request, command: own }: { request: ApiRequest<unknown>; command?: string }) {
  const command = own ?? asCommand(request);
  return (
    <Menu position="top-start">
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label={t('copyRequest')}>
          <Icon name="code" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void copyText(asCurl(request))}>{t('copyRequest.curl')}</Menu.Item>
        {command !== undefined && <Menu.Item onClick={() => void copyText(command)}>{t('copyRequest.command')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
