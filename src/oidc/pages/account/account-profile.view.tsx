import type { VNode } from 'preact';
import { ACCOUNT_SUBJECTS, AccountLayout, type AccountFrame } from './account-layout.view.js';
import { Fault, FaultSummary, TextField } from '../layout/fields.view.js';
import { HiddenFields } from '../layout/hidden-fields.view.js';
import { renderPage, type PageContext } from '../layout/page.view.js';
import { languageName, LANGUAGES, type Texts } from '../texts/texts.js';

/** The number of phones that are shown and changed here; further phones are kept unchanged. */
export const SHOWN_PHONES = 3;
export const PHONE_TYPES = ['mobile', 'work', 'home', 'other'] as const;

/** The fields of the page; each member has the name of its field. */
export interface ProfileFields {
  givenName: string;
  familyName: string;
  displayName: string;
  picture: string;
  language: string;
  timezone: string;
  website: string;
  birthdate: string;
  gender: string;
  phones: ReadonlyArray<{ value: string; type: string }>;
}

/** The data that the organization lets people change. */
export type ProfileRights = Readonly<Record<'name' | 'picture' | 'language' | 'timezone' | 'phones' | 'personalData', boolean>>;

export interface ProfilePageProps {
  fields: ProfileFields;
  rights: ProfileRights;
  error?: { field: keyof ProfileFields; sentence: string } | undefined;
  /** The address of the picture, if it was uploaded here. */
  uploaded?: string | undefined;
  /** Why a file was refused. */
  pictureFault?: string | undefined;
}

/** The field that the summary of an error leads to. */
const FAULT_LINKS: Readonly<Record<keyof ProfileFields, (texts: Texts) => { field: string; label: string }>> = {
  givenName: ({ t }) => ({ field: 'givenName', label: t('register.givenName') }),
  familyName: ({ t }) => ({ field: 'familyName', label: t('register.familyName') }),
  displayName: ({ t }) => ({ field: 'displayName', label: t('profile.displayName') }),
  picture: ({ t }) => ({ field: 'picture', label: t('picture.elsewhere') }),
  language: ({ t }) => ({ field: 'language', label: t('profile.language') }),
  timezone: ({ t }) => ({ field: 'timezone', label: t('profile.timezone') }),
  website: ({ t }) => ({ field: 'website', label: t('profile.website') }),
  birthdate: ({ t }) => ({ field: 'birthdate', label: t('profile.birthdate') }),
  gender: ({ t }) => ({ field: 'gender', label: t('profile.gender') }),
  phones: ({ t }) => ({ field: 'phone0', label: t('profile.phones') }),
};

/** The person's profile, as applications receive it. Data managed by the organization is shown without a field. */
export function renderAccountProfilePage(pageContext: PageContext, frame: AccountFrame, props: ProfilePageProps): string {
  return renderPage(<ProfilePage pageContext={pageContext} frame={frame} {...props} />);
}

function ProfilePage({
  pageContext,
  frame,
  fields,
  rights,
  error,
  uploaded,
  pictureFault,
}: ProfilePageProps & { pageContext: PageContext; frame: AccountFrame }): VNode {
  const { texts } = pageContext;
  const { t } = texts;
  const mayChange = Object.values(rights).includes(true);
  const at = (field: keyof ProfileFields) => (error?.field === field ? error.sentence : undefined);
  return (
    <AccountLayout
      pageContext={pageContext}
      frame={frame}
      subject="profile"
      title={t('account.subject.profile')}
      lead={t('account.about.profile')}
    >
      <section>
        <FaultSummary texts={texts} faults={error ? [FAULT_LINKS[error.field](texts)] : []} />
        <form method="post" action={ACCOUNT_SUBJECTS.profile.path}>
          <div class="pair">
            {(['givenName', 'familyName'] as const).map((name) => (
              <TextField
                key={name}
                name={name}
                label={t(`register.${name}`)}
                value={fields[name]}
                autocomplete={name === 'givenName' ? 'given-name' : 'family-name'}
                maxlength={200}
                fault={at(name)}
                readonly={!rights.name}
              />
            ))}
          </div>
          <TextField
            name="displayName"
            label={t('profile.displayName')}
            hint={t('profile.displayNameHint')}
            value={fields.displayName}
            autocomplete="nickname"
            maxlength={200}
            optional
            fault={at('displayName')}
            readonly={!rights.name}
          />
          {uploaded === undefined ? (
            <TextField
              name="picture"
              type="url"
              label={t('picture.elsewhere')}
              hint={t('profile.pictureHint')}
              value={fields.picture}
              autocomplete="photo"
              maxlength={2000}
              optional
              fault={at('picture')}
              readonly={!rights.picture}
            />
          ) : (
            <HiddenFields values={{ picture: uploaded }} />
          )}
          <div class="pair">
            <Choice
              name="language"
              label={t('profile.language')}
              value={fields.language}
              choices={LANGUAGES.map((lang) => [lang, languageName(lang)] as const)}
              none={t('profile.asBrowser')}
              fixed={!rights.language}
            />
            <Choice
              name="timezone"
              label={t('profile.timezone')}
              value={fields.timezone}
              choices={TIME_ZONES.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)}
              none={t('profile.noTimezone')}
              fixed={!rights.timezone}
            />
          </div>
          <PersonalData texts={texts} fields={fields} faultAt={at} fixed={!rights.personalData} />
          <Phones texts={texts} phones={fields.phones} fault={at('phones')} fixed={!rights.phones} />
          {mayChange ? <button type="submit">{t('profile.save')}</button> : <p class="hint">{t('profile.fixed')}</p>}
        </form>
      </section>
      <Picture texts={texts} uploaded={uploaded} mayChange={rights.picture} fault={pictureFault} />
    </AccountLayout>
  );
}

const PERSONAL_DATA = [
  { name: 'website', type: 'url', autocomplete: 'url', maxlength: 500 },
  { name: 'birthdate', type: 'text', autocomplete: 'bday', maxlength: 10 },
  { name: 'gender', type: 'text', autocomplete: 'sex', maxlength: 100 },
] as const;

/** Fields that the person may not change are shown only if they have a value: the page asks for no more data than the organization wants. */
function PersonalData({
  texts: { t },
  fields,
  faultAt,
  fixed,
}: {
  texts: Texts;
  fields: ProfileFields;
  faultAt: (field: keyof ProfileFields) => string | undefined;
  fixed: boolean;
}): VNode {
  return (
    <>
      {PERSONAL_DATA.filter(({ name }) => !fixed || fields[name] !== '').map(({ name, ...input }) => (
        <TextField
          key={name}
          name={name}
          label={t(`profile.${name}`)}
          value={fields[name]}
          optional
          fault={faultAt(name)}
          readonly={fixed}
          {...(name === 'birthdate' && { hint: t('profile.birthdateHint') })}
          {...input}
        />
      ))}
    </>
  );
}

/** The picture that was uploaded, and the forms that replace and remove it. */
function Picture({
  texts: { t },
  uploaded,
  mayChange,
  fault,
}: {
  texts: Texts;
  uploaded: string | undefined;
  mayChange: boolean;
  fault: string | undefined;
}): VNode | null {
  if (uploaded === undefined && !mayChange) return null;
  const path = `${ACCOUNT_SUBJECTS.profile.path}/picture`;
  return (
    <section>
      <h2>{t('profile.picture')}</h2>
      {uploaded !== undefined && (
        <p>
          <img class="portrait" src={uploaded} alt={t('picture.alt')} width={96} height={96} />
        </p>
      )}
      {mayChange && (
        <form method="post" action={path} enctype="multipart/form-data">
          <div>
            <label for="file">{t('picture.choose')}</label>
            <input
              id="file"
              name="file"
              type="file"
              accept="image/png,image/jpeg,image/webp"
              required
              aria-describedby={fault ? 'file-hint file-fault' : 'file-hint'}
              {...(fault ? { 'aria-invalid': 'true' as const } : {})}
            />
            <Fault field="file">{fault}</Fault>
            <p class="hint" id="file-hint">
              {t('picture.hint')}
            </p>
          </div>
          <button type="submit">{t('picture.upload')}</button>
        </form>
      )}
      {mayChange && uploaded !== undefined && (
        <form method="post" action={`${path}/remove`}>
          <button type="submit" class="quiet">
            {t('picture.remove')}
          </button>
        </form>
      )}
    </section>
  );
}

/** The time zones that the runtime knows (IANA), without deprecated names. */
export const TIME_ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');

/** A value that is not among the choices stays selectable, so that saving the other fields does not change it. */
function Choice({
  name,
  label,
  value,
  choices,
  none,
  fixed,
}: {
  name: string;
  label: string;
  value: string;
  choices: ReadonlyArray<readonly [string, string]>;
  none: string;
  fixed: boolean;
}): VNode {
  const other = value !== '' && !choices.some(([choice]) => choice === value);
  return (
    <div>
      <label for={name}>{label}</label>
      <select id={name} name={name} disabled={fixed}>
        <option value="">{none}</option>
        {other && (
          <option value={value} selected>
            {value}
          </option>
        )}
        {choices.map(([choice, shown]) => (
          <option key={choice} value={choice} selected={choice === value}>
            {shown}
          </option>
        ))}
      </select>
    </div>
  );
}

function Phones({
  texts: { t },
  phones,
  fault,
  fixed,
}: {
  texts: Texts;
  phones: ProfileFields['phones'];
  fault: string | undefined;
  fixed: boolean;
}): VNode {
  const shown = Array.from({ length: Math.min(SHOWN_PHONES, phones.length + (fixed ? 0 : 1)) }, (_, at) => phones[at]);
  return (
    <fieldset>
      <legend>{t('profile.phones')}</legend>
      {shown.length === 0 && <p class="hint">{t('account.nothing')}</p>}
      {shown.map((phone, at) => (
        <div class="pair phone" key={at}>
          <input
            id={`phone${at}`}
            name={`phone${at}`}
            type="tel"
            aria-label={t('profile.phone')}
            autocomplete="tel"
            maxlength={100}
            value={phone?.value}
            readonly={fixed}
            {...(fault ? { 'aria-invalid': 'true' as const, 'aria-describedby': 'phones-fault' } : {})}
          />
          <select name={`phoneType${at}`} aria-label={t('profile.phoneType')} disabled={fixed}>
            {phone && !isPhoneType(phone.type) && (
              <option value={phone.type} selected>
                {phone.type === '' ? '–' : phone.type}
              </option>
            )}
            {PHONE_TYPES.map((type) => (
              <option key={type} value={type} selected={phone?.type === type}>
                {t(`profile.phone.${type}`)}
              </option>
            ))}
          </select>
        </div>
      ))}
      <Fault field="phones">{fault}</Fault>
    </fieldset>
  );
}

function isPhoneType(type: string): boolean {
  return (PHONE_TYPES as readonly string[]).includes(type);
}
