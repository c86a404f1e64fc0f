// Registers an application: what kind it is, its name and its addresses. Ends with its credentials and its program.
import { Alert, Anchor, Button, Group, Radio, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useMay } from '../../api/access.ts';
import type { ApiFault } from '../../api/fault.ts';
import { reading } from '../../api/reading.ts';
import { CopyRequest } from '../../components/copy-request.tsx';
import { CopyValue } from '../../components/copy-value.tsx';
import { Facts } from '../../components/facts.tsx';
import { Fault } from '../../components/fault.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { KINDS, nextRequest, useRegistering, type Kind, type Made, type Registered, type Wish } from './new-application.ts';
import { ProgramLines } from './program-lines.tsx';
import { ADDRESSES } from './programs.ts';
import { linesOf, MOST, originOf, pathOfProject, PROJECTS } from './project.ts';
import type en from './texts/en.json';
import { TryIt } from './try-it.tsx';

const t = textsOf<typeof en>('projects');
const TYPES = { web: 'web', spa: 'userAgent', native: 'native', api: 'api', machine: 'machine' } as const;
/** Choice in the list of projects: a new project, created with the application. */
const NEW = '';

export default function NewApplicationPage() {
  const { orgId = '' } = useParams({ strict: false });
  const { project } = useSearch({ from: '/orgs/$orgId/new-application' });
  const back =
    project === undefined
      ? { to: `/orgs/${encodeURIComponent(orgId)}/projects`, name: t('title') }
      : { to: pathOfProject({ orgId, projectId: project }), name: t('project.back') };
  const [made, setMade] = useState<Made>({});
  const registering = useRegistering(orgId, made, setMade);
  return (
    <Stack>
      <PageHeader title={t('newApplication')} back={back} />
      {registering.data ? (
        <Ready orgId={orgId} registered={registering.data} />
      ) : (
        <WishForm
          orgId={orgId}
          project={project}
          made={made}
          fault={registering.error}
          isPending={registering.isPending}
          onSubmit={(wish) => registering.mutate(wish)}
        />
      )}
    </Stack>
  );
}

interface WishFormProps {
  orgId: string;
  /** That of the address. */
  project: string | undefined;
  made: Made;
  fault: ApiFault | null;
  isPending: boolean;
  onSubmit(wish: Wish): void;
}

function WishForm({ orgId, project, made, fault, isPending, onSubmit }: WishFormProps) {
  const may = useMay({ orgId });
  // An owner of the project alone adds to that one.
  const canChoose = may('project.write');
  const [kind, setKind] = useState<Kind>('web');
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<string>();
  const [projectId, setProjectId] = useState(project ?? NEW);
  const { data, error, refetch } = useQuery({
    ...reading(PROJECTS, { path: { orgId }, query: { limit: MOST, sort: 'name' } }),
    enabled: canChoose,
  });
  const kinds = KINDS.filter((one) => one !== 'machine' || may('user.write'));
  const hasAddress = kind !== 'api' && kind !== 'machine';
  const addresses = typed ?? (hasAddress ? (ADDRESSES[TYPES[kind]] ?? '') : '');
  const wish = { kind, name, redirectUris: hasAddress ? linesOf(addresses) : [], projectId: projectId === NEW ? undefined : projectId };
  const isReady = name.trim() !== '' && (!hasAddress || wish.redirectUris.length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isPending) onSubmit(wish);
  };
  return (
    <Section title={t('wish')}>
      <form onSubmit={submit}>
        <Stack>
          <Radio.Group label={t('kind')} value={kind} onChange={(value) => setKind(value as Kind)}>
            <Stack gap="xs" mt="xs">
              {kinds.map((one) => (
                <Radio key={one} value={one} label={t(`kind.${one}`)} description={t(`kind.${one}.text`)} />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            label={t('name')}
            value={name}
            autoComplete="off"
            error={fault?.detailFor('name') ?? fault?.detailFor('userName')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {hasAddress && (
            <Textarea
              label={t('redirectUris')}
              description={t('redirectUris.hint')}
              autosize
              minRows={2}
              spellCheck={false}
              value={addresses}
              error={fault?.detailFor('redirectUris')}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
          {canChoose && kind !== 'machine' && (
            <Select
              label={t('project')}
              description={t('project.hint')}
              searchable
              allowDeselect={false}
              disabled={made.projectId !== undefined}
              data={[
                { value: NEW, label: t('project.new') },
                ...(data?.data.projects ?? []).map((one) => ({ value: one.projectId, label: one.name })),
              ]}
              value={projectId}
              onChange={(value) => setProjectId(value ?? NEW)}
            />
          )}
          {error && <Fault error={error} onRetry={() => void refetch()} />}
          {fault && <Fault error={fault} />}
          <Group gap="xs">
            <Button type="submit" disabled={!isReady} loading={isPending}>
              {t('register')}
            </Button>
            <CopyRequest request={nextRequest(orgId, wish, made)} />
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function Ready({ orgId, registered }: { orgId: string; registered: Registered }) {
  const { kind, clientId, clientSecret, projectId, applicationId, redirectUri } = registered;
  const issuer = location.origin;
  return (
    <>
      <Section
        title={t('ready')}
        actions={
          kind !== 'api' && kind !== 'machine' && redirectUri !== undefined && <TryIt clientId={clientId} redirectUri={redirectUri} />
        }
      >
        <Stack gap="sm">
          {clientSecret !== undefined && <Alert role="status">{t('secret.once')}</Alert>}
          <Facts
            items={[
              [t('issuer'), <CopyValue key="issuer" name={t('issuer')} value={issuer} />],
              [t('clientId'), <CopyValue key="id" name={t('clientId')} value={clientId} />],
              [t('clientSecret'), clientSecret && <CopyValue key="secret" name={t('clientSecret')} value={clientSecret} />],
            ]}
          />
          {projectId !== undefined && applicationId !== undefined ? (
            <Anchor component={Link} to={`${pathOfProject({ orgId, projectId })}/applications/${encodeURIComponent(applicationId)}` as '/'}>
              {t('ready.open')}
            </Anchor>
          ) : (
            <Text c="dimmed">{t('ready.machine')}</Text>
          )}
        </Stack>
      </Section>
      <Section title={t('lines')}>
        <ProgramLines type={TYPES[kind]} registration={{ issuer, clientId, clientSecret, projectId, address: originOf(redirectUri) }} />
      </Section>
    </>
  );
}
