// A new import: a file, what its columns are, and a check that changes nothing before the import itself.
import { Alert, Button, Checkbox, FileInput, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useChange } from '../../api/changing.ts';
import { CopyRequest } from '../../components/copy-request.tsx';
import { Fault } from '../../components/fault.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { ColumnMapping, type Mapping } from './column-mapping.tsx';
import { guessed, sampleOf, type FileSample } from './file-sample.ts';
import { ImportDetails } from './import-details.tsx';
import {
  ACCEPTED,
  importCommand,
  importRequest,
  IMPORTS,
  isRunning,
  readingImport,
  typed,
  type Import,
  type ImportOptions,
} from './imports.ts';
import { OrganizationField } from './organization-field.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('transfer');

/** A file with what its beginning says of it. */
interface Chosen {
  file: File;
  sample: FileSample;
}

export default function NewImportPage() {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Chosen>();
  const [mapping, setMapping] = useState<Mapping>({ columns: {}, hash: 'recognized' });
  const [orgId, setOrgId] = useState<string>();
  const [options, setOptions] = useState<Pick<ImportOptions, 'mode' | 'invite'>>({ mode: 'create', invite: false });
  /** The check of exactly what is chosen now. */
  const [checkId, setCheckId] = useState<string>();
  /** Whether nothing was changed since the last check was sent. */
  const isCheckCurrent = useRef(false);
  const forgetCheck = () => {
    isCheckCurrent.current = false;
    setCheckId(undefined);
  };
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      forgetCheck();
      set(value);
    };
  /** The file that was chosen last; an earlier one may still be read. */
  const latest = useRef<File | null>(null);
  const chooseFile = async (next: File | null) => {
    latest.current = next;
    const file = next && typed(next);
    const sample = file && (await sampleOf(file));
    if (latest.current !== next) return;
    forgetCheck();
    setChosen(file && sample ? { file, sample } : undefined);
    setMapping({ columns: sample?.isForeign ? guessed(sample.columns) : {}, hash: 'recognized' });
  };
  const check = useChange<Import>([IMPORTS], ({ data }) => {
    if (isCheckCurrent.current) setCheckId(data.id);
  });
  const run = useChange<Import>(
    [IMPORTS],
    ({ data }) => void navigate({ to: '/service/imports/$importId', params: { importId: data.id } }),
  );
  const checked = useQuery({ ...readingImport(checkId ?? ''), enabled: checkId !== undefined });
  const isChecked = checkId !== undefined && checked.data !== undefined && !isRunning(checked.data.data);
  const isPending = check.isPending || run.isPending;
  const missing = chosen && missingIn(chosen.sample, mapping, orgId);
  const wish = (dryRun: boolean): ImportOptions => ({ ...options, dryRun, ...(chosen && readingOf(chosen.sample, mapping, orgId)) });
  return (
    <Stack>
      <PageHeader title={t('add')} back={{ to: '/service/imports', name: t('imports') }} />
      <Section title={t('file.section')}>
        <Stack gap="sm">
          <FileInput
            label={t('file')}
            description={t('file.hint')}
            placeholder={t('file.choose')}
            accept={ACCEPTED}
            value={chosen?.file ?? null}
            onChange={(next) => void chooseFile(next)}
          />
          {chosen && !chosen.sample.isUtf8 && <Alert color="danger">{t('file.notUtf8')}</Alert>}
          {chosen?.sample.needsOrganization && <OrganizationField value={orgId} onChange={changed(setOrgId)} />}
        </Stack>
      </Section>
      {chosen?.sample.isForeign && (
        <Section title={t('mapping')}>
          <Stack gap="sm">
            <Text c="dimmed">{t('mapping.text')}</Text>
            <ColumnMapping columns={chosen.sample.columns} mapping={mapping} onChange={changed(setMapping)} />
          </Stack>
        </Section>
      )}
      {chosen && (
        <Section title={t('options')}>
          <Stack gap="sm">
            <NativeSelect
              label={t('mode')}
              data={[
                { value: 'create', label: t('mode.create') },
                { value: 'upsert', label: t('mode.upsert') },
              ]}
              value={options.mode}
              onChange={({ currentTarget }) => changed(setOptions)({ ...options, mode: currentTarget.value as ImportOptions['mode'] })}
            />
            <Checkbox
              label={t('invite')}
              description={t('invite.text')}
              checked={options.invite}
              onChange={({ currentTarget }) => changed(setOptions)({ ...options, invite: currentTarget.checked })}
            />
            {missing !== undefined && <Text>{t(`missing.${missing}`)}</Text>}
            {[check, run].map(({ error }, at) => error && <Fault key={String(at)} error={error} />)}
            <Group gap="xs">
              <Button
                variant={isChecked ? 'default' : 'filled'}
                disabled={missing !== undefined || run.isPending}
                loading={check.isPending}
                onClick={() => {
                  isCheckCurrent.current = true;
                  check.mutate({ request: importRequest(chosen.file, wish(true)) });
                }}
              >
                {t('add.check')}
              </Button>
              <Button
                disabled={!isChecked || isPending}
                loading={run.isPending}
                onClick={() => run.mutate({ request: importRequest(chosen.file, wish(false)) })}
              >
                {t('add.import')}
              </Button>
              <CopyRequest request={importRequest(chosen.file, wish(!isChecked))} command={importCommand(chosen.file, wish(!isChecked))} />
            </Group>
          </Stack>
        </Section>
      )}
      {checked.error && <Fault error={checked.error} onRetry={() => void checked.refetch()} />}
      {checkId !== undefined && checked.data && <ImportDetails one={checked.data.data} />}
    </Stack>
  );
}

/** What the request says of the file. */
function readingOf({ separator, isForeign, needsOrganization }: FileSample, { columns, hash }: Mapping, orgId: string | undefined) {
  return {
    ...(needsOrganization && orgId !== undefined && { orgId }),
    ...(separator !== undefined && separator !== 'comma' && { separator }),
    ...(isForeign && { column: Object.entries(columns).map(([header, member]) => `${header}=${member}`) }),
    ...(isForeign && hash !== 'recognized' && { hash }),
  };
}

/** Why the file can't be sent yet. */
function missingIn({ isForeign, needsOrganization }: FileSample, { columns }: Mapping, orgId: string | undefined) {
  const members = Object.values(columns);
  if (isForeign && !members.includes('user.userName') && !members.includes('user.email.email')) return 'name' as const;
  return needsOrganization && orgId === undefined && !members.includes('orgId') ? ('organization' as const) : undefined;
}
