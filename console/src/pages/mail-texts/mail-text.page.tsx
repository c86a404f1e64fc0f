// What one mail says in one language: the organization's own text, that of the service, and the mail as its reader sees it.
import { Alert, Button, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { sendRequest, type Versioned } from '../../api/client.ts';
import { asFault } from '../../api/fault.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { ChangeForm } from '../../components/change-form.tsx';
import { CopyBlock } from '../../components/copy-block.tsx';
import { useEdited } from '../../components/edited.ts';
import { Fault } from '../../components/fault.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { textsOf } from '../../texts/texts.ts';
import {
  addressOfText,
  nameOfLanguage,
  readingText,
  readingTexts,
  staleRoutes,
  textChange,
  textPreview,
  textReset,
  type MailText,
  type MailTextParts,
  type TextPlace,
} from './mail-texts.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('mail-texts');
const TYPING_MS = 300;
/** In an address, the placeholder of a text is not a value of i18next. */
const inBraces = (name: string) => `{{${name}}}`;

export default function MailTextPage() {
  const { orgId = '', kind = '', language = '' } = useParams({ strict: false });
  const place: TextPlace = { orgId, kind, language };
  const canChange = useMay({ orgId })('org.write');
  const [isResetting, setResetting] = useState(false);
  const { data, error, refetch } = useQuery(readingText(place));
  const text = data?.data;
  const isOwn = text?.own !== null && text?.own !== undefined;
  return (
    <Stack>
      <PageHeader
        title={text ? t(`kind.${kind}` as 'kind.invitation') : t('title')}
        back={{ to: `/orgs/${encodeURIComponent(orgId)}/mail-texts`, name: t('title') }}
      >
        {text && <StateBadge tone={isOwn ? 'good' : 'plain'}>{t(isOwn ? 'isOwn' : 'isInherited')}</StateBadge>}
        {canChange && isOwn && (
          <Button variant="default" onClick={() => setResetting(true)}>
            {t('reset')}
          </Button>
        )}
      </PageHeader>
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      {text ? (
        <>
          <Text c="dimmed">{t(`kind.${kind}.text` as 'kind.invitation.text')}</Text>
          <LanguageChoice {...place} />
          {isOwn && text.effective.body !== text.own?.body && <Alert color="danger">{t('refused')}</Alert>}
          {canChange ? (
            <TextForm place={place} current={{ data: text, etag: data?.etag }} />
          ) : (
            <Preview place={place} text={text.effective} />
          )}
          {isOwn && (
            <Section title={t('inherited')}>
              <Stack gap="xs">
                <Text fw={600}>{text.inherited.subject}</Text>
                <CopyBlock name={t('inherited.body')} text={text.inherited.body} />
              </Stack>
            </Section>
          )}
        </>
      ) : (
        !error && <Loading />
      )}
      {isResetting && (
        <ChangeDialog
          title={t('reset')}
          confirm={t('reset')}
          request={textReset(place)}
          stale={staleRoutes}
          done={t('reset.done')}
          isDanger
          onClose={() => setResetting(false)}
        >
          {t('reset.text')}
        </ChangeDialog>
      )}
    </Stack>
  );
}

function LanguageChoice({ orgId, kind, language }: TextPlace) {
  const navigate = useNavigate();
  const { data } = useQuery(readingTexts(orgId));
  const ofKind = data?.data.mailTexts.filter((one) => one.kind === kind) ?? [{ language, isOwn: false }];
  return (
    <Select
      maw="20rem"
      label={t('language')}
      data={ofKind.map(({ language: value, isOwn }) => ({
        value,
        label: isOwn ? t('language.own', { language: nameOfLanguage(value) }) : nameOfLanguage(value),
      }))}
      value={language}
      allowDeselect={false}
      onChange={(value) => value !== null && void navigate({ to: addressOfText({ orgId, kind, language: value }) })}
    />
  );
}

/** The own text, else that of the service to begin with. */
function valuesOf({ own, inherited }: MailText): MailTextParts {
  const { subject, body } = own ?? inherited;
  return { subject, body };
}

function TextForm({ place, current }: { place: TextPlace; current: Versioned<MailText> }) {
  const edited = useEdited(current, valuesOf);
  const { base, values, change } = edited;
  const { placeholders } = base.data;
  const allowed = placeholders.body.map(inBraces).join(', ');
  const required = placeholders.required.map(inBraces).join(', ');
  return (
    <>
      <Section title={t('words')}>
        <ChangeForm request={textChange(place, values)} edited={edited} stale={staleRoutes} done={t('saved')}>
          {(fault) => (
            <Stack gap="sm" maw="44rem">
              <TextInput
                label={t('subject')}
                description={t('placeholders', { names: placeholders.subject.map(inBraces).join(', ') })}
                value={values.subject}
                lang={place.language}
                autoComplete="off"
                error={fault?.detailFor('subject')}
                onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
              />
              <Textarea
                label={t('body')}
                description={
                  required === '' ? t('placeholders', { names: allowed }) : t('placeholders.required', { names: allowed, required })
                }
                autosize
                minRows={8}
                value={values.body}
                lang={place.language}
                error={fault?.detailFor('body')}
                onChange={({ currentTarget }) => change({ body: currentTarget.value })}
              />
            </Stack>
          )}
        </ChangeForm>
      </Section>
      <Preview place={place} text={values} />
    </>
  );
}

/** With sample values, as one types; nothing is sent. */
function Preview({ place, text }: { place: TextPlace; text: MailTextParts }) {
  const [typed] = useDebouncedValue(text, TYPING_MS);
  const { data, error, refetch } = useQuery({
    queryKey: ['preview of a mail', place, typed.subject, typed.body],
    queryFn: ({ signal }) => sendRequest(textPreview(place, { subject: typed.subject, body: typed.body }), { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const fault = error && asFault(error);
  const reasons = fault?.problem.errors?.map(({ detail }) => detail) ?? [];
  return (
    <Section title={t('preview')}>
      <Stack gap="xs">
        {fault && reasons.length === 0 && <Fault error={fault} onRetry={() => void refetch()} />}
        {reasons.length > 0 && (
          <Alert color="danger" role="status" title={t('preview.faults')}>
            {reasons.map((reason) => (
              <Text key={reason}>{reason}</Text>
            ))}
          </Alert>
        )}
        {data && !fault && (
          <>
            <Text fw={600}>{data.data.subject}</Text>
            <CopyBlock name={t('preview.body')} text={data.data.text} />
          </>
        )}
      </Stack>
    </Section>
  );
}
