// Every change is a request of the API; this copies it for a terminal.
import { ActionIcon, Menu } from '@mantine/core';
import type { ApiRequest } from '../api/client.ts';
import { asCommand, asCommandOfEach, asCurl, asCurlOfEach, type Each } from '../api/copyable.ts';
import { Icon } from '../look/icon.tsx';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { copyText } from './copy-value.tsx';

const t = textsOf<typeof en>(SHELL);

interface CopyRequestProps {
  request: ApiRequest<unknown>;
  /** The command, if it is none that only sends this request. */
  command?: string;
  /** What the request is sent about, if that is several things. */
  each?: Each;
  /** Which change it is, where a page has several. */
  of?: string;
}

export function CopyRequest({ request, command: own, each, of }: CopyRequestProps) {
  const command = own ?? (each ? asCommandOfEach(request, each) : asCommand(request));
  return (
    <Menu position="top-start">
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label={of === undefined ? t('copyRequest') : t('copyRequest.named', { name: of })}>
          <Icon name="code" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void copyText(each ? asCurlOfEach(request, each) : asCurl(request))}>{t('copyRequest.curl')}</Menu.Item>
        {command !== undefined && <Menu.Item onClick={() => void copyText(command)}>{t('copyRequest.command')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
