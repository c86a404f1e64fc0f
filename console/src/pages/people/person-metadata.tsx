// Data that other systems keep about the person: values are bytes, shown as text where they are text.
import { Button, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { Fault } from '../../components/fault.tsx';
import { FirstField } from '../../components/first-field.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { fromBase64, shownValue, toBase64 } from './metadata-value.ts';
import type { PersonPlace } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');
const METADATA = '/admin/v1/organizations/{orgId}/people/{userId}/metadata';
const ENTRY = `${METADATA}/{key}` as const;
/** As many as a person can have. */
const MOST = 200;

interface Entry {
  key: string;
  value: string;
}

export function PersonMetadata({ orgId, userId, canChange }: PersonPlace & { canChange: boolean }) {
  const path = { orgId, userId };
  const { data, error, refetch } = useQuery(reading(METADATA, { path, query: { limit: MOST } }));
  const [open, setOpen] = useState<{ set: Entry } | { remove: string }>();
  const close = () => setOpen(undefined);
  return (
    <Section
      title={t('metadata')}
      actions={
        canChange && (
          <Button variant="default" size="xs" onClick={() => setOpen({ set: { key: '', value: '' } })}>
            {t('metadata.add')}
          </Button>
        )
      }
    >
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      <ItemList
        empty={t('metadata.none')}
        items={data?.data.metadata.map(({ key, value }) => ({
          key,
          title: <bdi>{key}</bdi>,
          text: <bdi>{shownValue(value) ?? t('metadata.bytes')}</bdi>,
          action: canChange && (
            <>
              <Button
                variant="subtle"
                size="xs"
                aria-label={t('metadata.change.named', { key })}
                onClick={() => setOpen({ set: { key, value } })}
              >
                {t('metadata.change')}
              </Button>
              <Button variant="subtle" size="xs" aria-label={t('metadata.remove.named', { key })} onClick={() => setOpen({ remove: key })}>
                {t('metadata.remove')}
              </Button>
            </>
          ),
        }))}
      />
      {open && 'set' in open && <SetEntry {...path} entry={open.set} onClose={close} />}
      {open && 'remove' in open && (
        <ChangeDialog
          title={t('metadata.remove.named', { key: open.remove })}
          confirm={t('metadata.remove')}
          request={apiRequest('delete', ENTRY, { path: { ...path, key: open.remove } })}
          stale={[METADATA]}
          done={t('metadata.removed')}
          isDanger
          onClose={close}
        >
          {t('metadata.remove.text')}
        </ChangeDialog>
      )}
    </Section>
  );
}

/** Bytes that are no text are replaced as a whole. */
function SetEntry({ orgId, userId, entry, onClose }: PersonPlace & { entry: Entry; onClose: () => void }) {
  const [key, setKey] = useState(entry.key);
  const [value, setValue] = useState(fromBase64(entry.value) ?? '');
  return (
    <ChangeDialog
      title={entry.key === '' ? t('metadata.add') : t('metadata.change.named', { key: entry.key })}
      confirm={t('metadata.save')}
      request={apiRequest('put', ENTRY, { path: { orgId, userId, key }, body: { value: toBase64(value) } })}
      stale={[METADATA]}
      done={t('metadata.saved')}
      isReady={key.trim() !== ''}
      onClose={onClose}
    >
      {(fault) => (
        <Stack gap="sm">
          {entry.key === '' && <FirstField label={t('metadata.key')} value={key} error={fault?.detailFor('key')} onType={setKey} />}
          <Textarea
            label={t('metadata.value')}
            autosize
            minRows={2}
            maxRows={12}
            value={value}
            error={fault?.detailFor('value')}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
        </Stack>
      )}
    </ChangeDialog>
  );
}
