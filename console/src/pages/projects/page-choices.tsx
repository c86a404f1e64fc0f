// What the sign-in page offers for this application; policies decide what it can offer at all.
import { Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { apiRequest, type Versioned } from '../../api/client.ts';
import { ChangeForm } from '../../components/change-form.tsx';
import { useEdited } from '../../components/edited.ts';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { APPLICATION, APPLICATIONS, settingsOf, type Application, type ApplicationPlace, type ApplicationSettings } from './project.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');
const WAYS = ['password', 'passkey', 'identityProvider', 'mail'] as const;
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'zh'] as const;
/** The service decides. */
const DEFAULT = '';
const SWITCHES = ['registration', 'forgottenPassword'] as const;

type LoginPage = NonNullable<ApplicationSettings['loginPage']>;
type Word = 'yes' | 'no' | typeof DEFAULT;

/** As the fields have them. */
interface Values {
  ways: Array<(typeof WAYS)[number]>;
  registration: Word;
  forgottenPassword: Word;
  branding: NonNullable<LoginPage['branding']> | typeof DEFAULT;
  language: NonNullable<LoginPage['language']> | typeof DEFAULT;
}

interface PageChoicesProps extends ApplicationPlace {
  current: Versioned<Application>;
}

function valuesOf(application: Application): Values {
  const given = settingsOf(application).loginPage ?? {};
  return {
    ways: given.ways ?? [...WAYS],
    registration: wordOf(given.registration),
    forgottenPassword: wordOf(given.forgottenPassword),
    branding: given.branding ?? DEFAULT,
    language: given.language ?? DEFAULT,
  };
}

export function PageChoices({ current, ...place }: PageChoicesProps) {
  const edited = useEdited(current, valuesOf);
  const { values, change } = edited;
  const loginPage = {
    ways: values.ways.length === WAYS.length ? null : values.ways,
    registration: flagOf(values.registration),
    forgottenPassword: flagOf(values.forgottenPassword),
    branding: values.branding === DEFAULT ? null : values.branding,
    language: values.language === DEFAULT ? null : values.language,
  };
  return (
    <Section title={t('page')}>
      <Text c="dimmed" mb="sm">
        {t('page.text')}
      </Text>
      <ChangeForm
        request={apiRequest('patch', APPLICATION, { path: place, body: { loginPage } })}
        edited={edited}
        stale={[APPLICATIONS]}
        done={t('saved')}
      >
        {(fault) => (
          <Stack gap="sm">
            <Checkbox.Group
              label={t('page.ways')}
              value={values.ways}
              error={fault?.detailFor('loginPage')}
              onChange={(ways) => change({ ways: WAYS.filter((way) => ways.includes(way)) })}
            >
              <Group mt="xs">
                {WAYS.map((way) => (
                  <Checkbox key={way} value={way} label={t(`way.${way}`)} />
                ))}
              </Group>
            </Checkbox.Group>
            {SWITCHES.map((name) => (
              <Select
                key={name}
                label={t(`page.${name}`)}
                data={[
                  { value: DEFAULT, label: t('page.default') },
                  { value: 'yes', label: t('page.yes') },
                  { value: 'no', label: t('page.no') },
                ]}
                value={values[name]}
                allowDeselect={false}
                onChange={(value) => change({ [name]: value ?? DEFAULT })}
              />
            ))}
            <Select
              label={t('page.branding')}
              data={[
                { value: DEFAULT, label: t('page.default') },
                { value: 'requested', label: t('page.branding.requested') },
                { value: 'own', label: t('page.branding.own') },
              ]}
              value={values.branding}
              allowDeselect={false}
              onChange={(value) => change({ branding: (value ?? DEFAULT) as 'own' })}
            />
            <Select
              label={t('page.language')}
              data={[
                { value: DEFAULT, label: t('page.default') },
                ...LANGUAGES.map((value) => ({ value, label: new Intl.DisplayNames([value], { type: 'language' }).of(value) ?? value })),
              ]}
              value={values.language}
              allowDeselect={false}
              onChange={(value) => change({ language: (value ?? DEFAULT) as 'en' })}
            />
          </Stack>
        )}
      </ChangeForm>
    </Section>
  );
}

function wordOf(flag: boolean | null | undefined): Word {
  if (flag === null || flag === undefined) return DEFAULT;
  return flag ? 'yes' : 'no';
}

function flagOf(word: Word): boolean | null {
  return word === DEFAULT ? null : word === 'yes';
}
