import { Group, Select, Stack, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Versioned } from '../../api/client.ts';
import { ChangeForm } from '../../components/change-form.tsx';
import { useEdited } from '../../components/edited.ts';
import { Facts } from '../../components/facts.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import {
  brandingChange,
  LANGUAGES,
  LINKS,
  OWN_TEXTS,
  staleRoutes,
  type Branding,
  type Look,
  type LookChange,
  type Scope,
} from './branding.ts';
import classes from './branding.module.css';
import type en from './texts/en.json';

const t = textsOf<typeof en>('branding');
const COLORS = ['accent', 'background'] as const;
const RADII = ['none', 'small', 'medium', 'large'] as const;
const LAYOUTS = ['card', 'split'] as const;

type OwnTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Values = Pick<Look, 'accent' | 'background' | 'cornerRadius' | 'layout' | 'showName' | 'links'> & { texts: OwnTexts };

interface LookFormProps {
  scope: Scope;
  current: Versioned<Branding>;
  canChange: boolean;
}

/** Of the draft, which begins as what is published. */
function valuesOf({ draft, published }: Branding): Values {
  const { accent, background, cornerRadius, layout, showName, links, texts } = draft ?? published;
  return { accent, background, cornerRadius, layout, showName, links, texts: texts as OwnTexts };
}

export function LookForm({ scope, current, canChange }: LookFormProps) {
  const edited = useEdited(current, valuesOf);
  const { base, values, changed, change } = edited;
  const [language, setLanguage] = useState<string>('en');
  if (!canChange) return <ReadOnlyLook look={base.data.draft ?? base.data.published} />;
  const body = Object.fromEntries(changed.map((name) => [name, values[name] === '' ? null : values[name]])) as LookChange;
  return (
    <Section title={t('look')}>
      <ChangeForm request={brandingChange(scope, body)} edited={edited} stale={staleRoutes} done={t('saved')}>
        {(fault) => (
          <Stack gap="md" maw="40rem">
            {COLORS.map((name) => (
              <Group key={name} align="end" gap="xs">
                <TextInput
                  label={t(name)}
                  description={t('color.hint')}
                  value={values[name] ?? ''}
                  autoComplete="off"
                  spellCheck={false}
                  error={fault?.detailFor(name)}
                  onChange={({ currentTarget }) => change({ [name]: currentTarget.value.trim().replace(/^#/, '').toLowerCase() || null })}
                />
                <Swatch color={values[name]} />
              </Group>
            ))}
            <Select
              label={t('cornerRadius')}
              data={RADII.map((value) => ({ value, label: t(`cornerRadius.${value}`) }))}
              value={values.cornerRadius}
              allowDeselect={false}
              error={fault?.detailFor('cornerRadius')}
              onChange={(value) => value !== null && change({ cornerRadius: value as Look['cornerRadius'] })}
            />
            <Select
              label={t('layout')}
              data={LAYOUTS.map((value) => ({ value, label: t(`layout.${value}`) }))}
              value={values.layout}
              allowDeselect={false}
              error={fault?.detailFor('layout')}
              onChange={(value) => value !== null && change({ layout: value as Look['layout'] })}
            />
            <Select
              label={t('showName')}
              data={['true', 'false'].map((value) => ({ value, label: t(value === 'true' ? 'yes' : 'no') }))}
              value={String(values.showName)}
              allowDeselect={false}
              error={fault?.detailFor('showName')}
              onChange={(value) => change({ showName: value === 'true' })}
            />
            {LINKS.map((name) => (
              <TextInput
                key={name}
                label={t(`link.${name}`)}
                value={values.links[name] ?? ''}
                placeholder="https:"
                autoComplete="off"
                error={fault?.detailFor(`links/${name}`) ?? (name === 'help' ? fault?.detailFor('links') : undefined)}
                onChange={({ currentTarget }) => change({ links: { ...values.links, [name]: currentTarget.value || null } })}
              />
            ))}
            <Select
              label={t('language')}
              data={[...LANGUAGES]}
              value={language}
              allowDeselect={false}
              onChange={(value) => value !== null && setLanguage(value)}
            />
            {OWN_TEXTS.map((name) => (
              <Textarea
                key={name}
                label={t(`own.${name}`)}
                value={values.texts[language]?.[name] ?? ''}
                placeholder={t('own.default')}
                rows={name === 'panelText' ? 3 : 1}
                error={name === OWN_TEXTS[0] ? fault?.detailFor('texts') : undefined}
                onChange={({ currentTarget }) => change({ texts: withText(values.texts, language, name, currentTarget.value) })}
              />
            ))}
          </Stack>
        )}
      </ChangeForm>
    </Section>
  );
}

function ReadOnlyLook({ look }: { look: Look }) {
  return (
    <Section title={t('look')}>
      <Facts
        items={[
          [t('accent'), look.accent],
          [t('background'), look.background],
          [t('cornerRadius'), t(`cornerRadius.${look.cornerRadius}`)],
          [t('layout'), t(`layout.${look.layout}`)],
          [t('showName'), t(look.showName ? 'yes' : 'no')],
          ...LINKS.map((name) => [t(`link.${name}`), look.links[name] && <bdi key={name}>{look.links[name]}</bdi>] as const),
        ]}
      />
    </Section>
  );
}

/** The color itself, if it is one. */
function Swatch({ color }: { color: string | null }) {
  if (color === null || !/^[0-9a-f]{6}$/.test(color)) return null;
  return <span className={classes.swatch} style={{ background: `#${color}` }} aria-hidden="true" />;
}

/** An empty text is that of the product again. */
function withText(texts: OwnTexts, language: string, name: string, text: string): OwnTexts {
  const { [name]: _, ...others } = texts[language] ?? {};
  const own = text === '' ? others : { ...others, [name]: text };
  const { [language]: __, ...rest } = texts;
  return Object.keys(own).length === 0 ? rest : { ...rest, [language]: own };
}
