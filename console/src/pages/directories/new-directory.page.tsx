// Connects a directory: which product, and whether it provisions people, signs them in, or both. One of the service only signs them in. Ends with the
// values to enter there.
import { Alert, Anchor, Button, Checkbox, Group, PasswordInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import type { ApiFault } from '../../api/fault.ts';
import { CopyRequest } from '../../components/copy-request.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { Facts } from '../../components/facts.tsx';
import { Fault } from '../../components/fault.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { nextRequest, useAdding, type DirectoryWish, type MadeDirectory } from './adding.ts';
import { kindOf, pagesOf, useOwner, type Owner } from './owner.ts';
import { ProviderPart } from './provider-part.tsx';
import { LISTS, SECRET_FIELDS, templateOf, templatesFor, type Field, type TemplateName } from './templates.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('directories');
const CREATIONS = ['off', 'invitation', 'automatic'] as const;

export default function NewDirectoryPage() {
  const owner = useOwner();
  const kind = kindOf(owner);
  const [made, setMade] = useState<MadeDirectory>({});
  const adding = useAdding(owner, made, setMade);
  const isDone = adding.data !== undefined;
  return (
    <Stack>
      <PageHeader title={t(`add.${kind}`)} back={{ to: pagesOf(owner).list, name: t(`title.${kind}`) }} />
      {made.connection && <Provisioned connection={made.connection} />}
      {isDone ? (
        <Ready owner={owner} made={adding.data} />
      ) : (
        <WishForm owner={owner} made={made} fault={adding.error} isPending={adding.isPending} onSubmit={(wish) => adding.mutate(wish)} />
      )}
    </Stack>
  );
}

/** Shown as soon as the connection is made, whether or not the provider is. */
function Provisioned({ connection: { scimUrl, token } }: { connection: NonNullable<MadeDirectory['connection']> }) {
  return (
    <Section title={t('provisioning')}>
      <Stack gap="sm">
        <Alert role="status">{t('token.once')}</Alert>
        <Facts
          items={[
            [t('scimUrl'), <CopyValue key="url" name={t('scimUrl')} value={scimUrl} />],
            [t('token'), <CopyValue key="token" name={t('token')} value={token} />],
          ]}
        />
      </Stack>
    </Section>
  );
}

function Ready({ owner, made: { connection, providerId } }: { owner: Owner; made: MadeDirectory }) {
  const id = providerId ?? connection?.connectionId ?? '';
  return (
    <>
      {providerId !== undefined && <ProviderPart {...owner} identityProviderId={providerId} canChange />}
      <Anchor component={Link} to={pagesOf(owner).one(id) as '/'}>
        {t('ready.open')}
      </Anchor>
    </>
  );
}

interface WishFormProps {
  owner: Owner;
  made: MadeDirectory;
  fault: ApiFault | null;
  isPending: boolean;
  onSubmit(wish: DirectoryWish): void;
}

function WishForm({ owner, made, fault, isPending, onSubmit }: WishFormProps) {
  const [template, setTemplate] = useState<TemplateName>('entra');
  const kind = kindOf(owner);
  const [name, setName] = useState<string>();
  const [uses, setUses] = useState({ provisions: true, signsIn: true });
  const [creation, setCreation] = useState<DirectoryWish['creation']>('off');
  const [values, setValues] = useState<DirectoryWish['values']>({});
  const { preset, provider, fields, optional = [] } = templateOf(owner, template);
  const wish: DirectoryWish = {
    template,
    name: name ?? t(`template.${template}`),
    provisions: preset !== undefined && (uses.provisions || provider === undefined || made.connection !== undefined),
    signsIn: provider !== undefined && (uses.signsIn || preset === undefined),
    creation,
    values,
  };
  const missing = wish.signsIn ? fields.filter((field) => !optional.includes(field) && (values[field] ?? '').trim() === '') : [];
  const isReady = wish.name.trim() !== '' && missing.length === 0 && (wish.provisions || wish.signsIn);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isPending) onSubmit(wish);
  };
  return (
    <Section title={t(`wish.${kind}`)}>
      <form onSubmit={submit}>
        <Stack>
          <Select
            label={t('template')}
            data={templatesFor(owner).map((value) => ({ value, label: t(`template.${value}`) }))}
            value={template}
            allowDeselect={false}
            disabled={made.connection !== undefined}
            onChange={(value) => setTemplate(value as TemplateName)}
          />
          <TextInput
            label={t('name')}
            description={t('name.hint')}
            value={wish.name}
            autoComplete="off"
            error={fault?.detailFor('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {preset !== undefined && provider !== undefined && (
            <Group>
              <Checkbox
                label={t('uses.provisions')}
                checked={wish.provisions}
                disabled={made.connection !== undefined}
                onChange={({ currentTarget }) => setUses({ ...uses, provisions: currentTarget.checked })}
              />
              <Checkbox
                label={t('uses.signsIn')}
                checked={wish.signsIn}
                onChange={({ currentTarget }) => setUses({ ...uses, signsIn: currentTarget.checked })}
              />
            </Group>
          )}
          {wish.signsIn &&
            fields.map((field) => (
              <ProviderField
                key={field}
                field={field}
                // The secret of Apple is a key of several lines.
                isLong={LISTS.has(field) || (template === 'apple' && field === 'clientSecret')}
                value={values[field] ?? ''}
                error={fault?.detailFor(field)}
                onChange={(value) => setValues({ ...values, [field]: value })}
              />
            ))}
          {wish.signsIn && (
            <Select
              label={t('field.creation')}
              data={CREATIONS.map((value) => ({ value, label: t(`word.creation.${value}`) }))}
              value={creation}
              allowDeselect={false}
              error={fault?.detailFor('creation')}
              onChange={(value) => setCreation(value as DirectoryWish['creation'])}
            />
          )}
          {fault && <Fault error={fault} />}
          <Group gap="xs">
            <Button type="submit" disabled={!isReady} loading={isPending}>
              {t('connect')}
            </Button>
            <CopyRequest request={nextRequest(owner, wish, made)} />
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

interface ProviderFieldProps {
  field: Field;
  isLong: boolean;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

function ProviderField({ field, isLong, value, error, onChange }: ProviderFieldProps) {
  const shared = { label: t(`field.${field}`), description: t(`field.${field}.hint`), value, error, spellCheck: false };
  if (isLong)
    return <Textarea {...shared} autosize minRows={2} maxRows={8} onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
  if (SECRET_FIELDS.has(field))
    return (
      <PasswordInput
        {...shared}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('field.show', { name: t(`field.${field}`) }) }}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return <TextInput {...shared} autoComplete="off" onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
}
