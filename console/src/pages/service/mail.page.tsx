// What mail is sent with, and a test of it.
import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useMay } from '../../api/access.ts';
import { useChange } from '../../api/changing.ts';
import { apiRequest, type Versioned } from '../../api/client.ts';
import type { components } from '../../api/document.d.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { ChangeForm } from '../../components/change-form.tsx';
import { CopyRequest } from '../../components/copy-request.tsx';
import { useEdited } from '../../components/edited.ts';
import { Facts } from '../../components/facts.tsx';
import { Fault } from '../../components/fault.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('service');
const MAIL = '/admin/v1/mail';
type Mail = components['schemas']['Mail'];

const FIELDS = ['host', 'port', 'tls', 'user', 'password', 'fromAddress', 'fromName', 'replyTo'] as const;
type Field = (typeof FIELDS)[number];

export default function MailPage() {
  const canChange = useMay()('mail.write');
  const [isResetting, setResetting] = useState(false);
  const { data, error, refetch } = useQuery(reading(MAIL, {}));
  return (
    <Stack>
      <PageHeader title={t('mail')}>
        {canChange && data?.data.sources.server === 'api' && (
          <Button variant="default" onClick={() => setResetting(true)}>
            {t('mail.reset')}
          </Button>
        )}
      </PageHeader>
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      {data ? (
        <>
          <Text c="dimmed">{t(`mail.source.${data.data.sources.server}`)}</Text>
          {canChange ? <MailForm current={data} /> : <MailFacts mail={data.data} />}
          {canChange && <MailTest />}
        </>
      ) : (
        !error && <Loading />
      )}
      {isResetting && (
        <ChangeDialog
          title={t('mail.reset')}
          confirm={t('mail.reset')}
          request={apiRequest('delete', MAIL, {})}
          stale={[MAIL]}
          done={t('mail.reset.done')}
          isDanger
          onClose={() => setResetting(false)}
        >
          {t('mail.reset.text')}
        </ChangeDialog>
      )}
    </Stack>
  );
}

/** As texts; the password is never shown. */
const valuesOf = (mail: Mail) =>
  Object.fromEntries(FIELDS.map((name) => [name, name === 'password' ? '' : String(mail[name] ?? '')])) as Record<Field, string>;

function MailFacts({ mail }: { mail: Mail }) {
  const values = valuesOf(mail);
  return (
    <Section title={t('mail.settings')}>
      <Facts items={FIELDS.map((name) => [t(`mail.${name}`), values[name]] as const)} />
    </Section>
  );
}

function MailForm({ current }: { current: Versioned<Mail> }) {
  const edited = useEdited(current, valuesOf);
  const { base, values, changed, change } = edited;
  const sent = (name: Field) => {
    if (values[name] === '') return null;
    return name === 'port' && /^\d{1,5}$/.test(values.port) ? Number(values.port) : values[name];
  };
  const body = Object.fromEntries(changed.map((name) => [name, sent(name)])) as object;
  return (
    <Section title={t('mail.settings')}>
      <ChangeForm request={apiRequest('patch', MAIL, { body })} edited={edited} stale={[MAIL]} done={t('mail.saved')}>
        {(fault) => (
          <Stack gap="sm" maw="40rem">
            {FIELDS.map((name) => {
              const shared = { label: t(`mail.${name}`), value: values[name], error: fault?.detailFor(name) };
              if (name === 'tls')
                return (
                  <Select
                    key={name}
                    {...shared}
                    data={['', 'implicit', 'required', 'none'].map((value) => ({
                      value,
                      label: t(`mail.tls.${value || 'default'}` as 'mail.tls.none'),
                    }))}
                    allowDeselect={false}
                    onChange={(value) => change({ tls: value ?? '' })}
                  />
                );
              return (
                <TextInput
                  key={name}
                  {...shared}
                  type={name === 'password' ? 'password' : 'text'}
                  autoComplete={name === 'password' ? 'new-password' : 'off'}
                  {...(name === 'password' && { description: t(base.data.passwordSet ? 'mail.password.set' : 'mail.password.none') })}
                  onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
                />
              );
            })}
          </Stack>
        )}
      </ChangeForm>
    </Section>
  );
}

function MailTest() {
  const [to, setTo] = useState('');
  const request = apiRequest('post', `${MAIL}/_test`, { body: { to } });
  const test = useChange<components['schemas']['TestMail']>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (to !== '' && !test.isPending) test.mutate({ request });
  };
  const answer = test.data?.data;
  return (
    <Section title={t('mail.test')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm" maw="40rem">
          <TextInput
            type="email"
            label={t('mail.test.to')}
            autoComplete="off"
            value={to}
            error={test.error?.detailFor('to')}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
          {test.error && <Fault error={test.error} />}
          {answer && (
            <Alert color={answer.accepted ? 'accent' : 'danger'} role="status">
              <Text>{t(answer.accepted ? 'mail.test.accepted' : 'mail.test.refused')}</Text>
              <Text size="sm">{[answer.failure, answer.reply].filter(Boolean).join(' – ')}</Text>
            </Alert>
          )}
          <Group gap="xs">
            <Button type="submit" variant="default" disabled={to === ''} loading={test.isPending}>
              {t('mail.test.send')}
            </Button>
            <CopyRequest request={request} />
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
