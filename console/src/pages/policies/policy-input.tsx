// A field of a policy: its input, where the value that applies comes from, and the floor that raised it.
import { MultiSelect, Select, TagsInput, Text, TextInput } from '@mantine/core';
import { StateBadge } from '../../components/state-badge.tsx';
import { textsOf } from '../../texts/texts.ts';
import type { Kind, Policy, PolicyField, PolicySource, Scope, Value } from './policies.ts';
import classes from './policy-input.module.css';
import type en from './texts/en.json';

const t = textsOf<typeof en>('policies');
/** In choices: not decided here. */
const INHERIT = '';

interface PolicyInputProps {
  kind: Kind;
  name: string;
  field: PolicyField;
  policy: Policy;
  scope: Scope;
  /** Undefined: inherited. */
  value: Value | undefined;
  error: string | undefined;
  /** Absent for those who may only read. */
  onChange?: ((value: Value | undefined) => void) | undefined;
}

export function PolicyInput(props: PolicyInputProps) {
  const { kind, name, policy, scope, onChange } = props;
  const source = policy.sources[name];
  const label = t(`field.${kind}.${name}` as 'title.service');
  return (
    <div className={classes.field}>
      {onChange ? (
        <Input {...props} label={label} onChange={onChange} />
      ) : (
        <>
          <Text fw={600}>{label}</Text>
          <Text>{worded(policy.effective[name])}</Text>
        </>
      )}
      {source && <Origin source={source} scope={scope} inherited={policy.inherited[name]} effective={policy.effective[name]} />}
    </div>
  );
}

interface OriginProps {
  source: PolicySource;
  scope: Scope;
  inherited: Value | undefined;
  effective: Value | undefined;
}

/** Where the value that applies comes from. */
function Origin({ source: { from, raisedBy }, scope, inherited, effective }: OriginProps) {
  const isOwn = from === (scope.orgId === undefined ? 'service' : 'organization');
  return (
    <div className={classes.origin}>
      <StateBadge tone={isOwn ? 'good' : 'plain'}>{t(isOwn ? 'from.here' : `from.${from}`)}</StateBadge>
      <span>{t('applies', { value: worded(effective) })}</span>
      {isOwn && <span>{t('otherwise', { value: worded(inherited) })}</span>}
      {raisedBy && <StateBadge tone="bad">{t(`floor.${raisedBy}`)}</StateBadge>}
    </div>
  );
}

function Input({
  field,
  policy,
  name,
  label,
  value,
  error,
  onChange,
}: PolicyInputProps & { label: string; onChange(value: Value | undefined): void }) {
  const inherited = worded(policy.inherited[name]);
  const { type, words = [] } = field;
  if (type === 'boolean' || type === 'word') {
    const options = type === 'boolean' ? ['true', 'false'] : words;
    return (
      <Select
        label={label}
        error={error}
        data={[
          { value: INHERIT, label: t('inherit', { value: inherited }) },
          ...options.map((word) => ({ value: word, label: wordOf(word) })),
        ]}
        value={value === undefined ? INHERIT : String(value)}
        allowDeselect={false}
        onChange={(next) => onChange(!next ? undefined : type === 'boolean' ? next === 'true' : next)}
      />
    );
  }
  if (type === 'list') {
    const shared = {
      label,
      error,
      placeholder: inherited,
      clearable: true,
      clearButtonProps: { 'aria-label': t('clear', { name: label }) },
    };
    const list = (Array.isArray(value) ? value : []) as string[];
    const onList = (next: string[]) => onChange(next.length === 0 ? undefined : next);
    return words.length > 0 ? (
      <MultiSelect {...shared} data={words.map((word) => ({ value: word, label: wordOf(word) }))} value={list} onChange={onList} />
    ) : (
      <TagsInput {...shared} value={list} onChange={onList} {...(field.maxItems !== undefined && { maxTags: field.maxItems })} />
    );
  }
  return (
    <TextInput
      label={label}
      error={error}
      placeholder={t('inherit', { value: inherited })}
      inputMode={type === 'integer' ? 'numeric' : 'text'}
      autoComplete="off"
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(typed(type, currentTarget.value.trim()))}
    />
  );
}

/** What is no number is sent as it is: the service says what is wrong with it. */
function typed(type: PolicyField['type'], text: string): Value | undefined {
  if (text === '') return undefined;
  return type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

const WORDS = [
  ...(['true', 'false', 'off', 'optional', 'required', 'requiredForRoles', 'totp', 'securityKey', 'sms', 'mail'] as const),
  ...(['administrators', 'policies', 'secrets', 'signIn', 'keys'] as const),
] as const;
type Word = (typeof WORDS)[number];

function wordOf(word: string): string {
  return (WORDS as readonly string[]).includes(word) ? t(`word.${word as Word}`) : word;
}

function worded(value: Value | undefined): string {
  if (value === undefined) return '–';
  return (
    [value]
      .flat()
      .map((one) => wordOf(String(one)))
      .join(', ') || '–'
  );
}
