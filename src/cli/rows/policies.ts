// Policies: the values of an organization, and the service's values for all organizations.
import { factsOf, DECIDED_KINDS, type PolicyField, type PolicyKind } from '../../users/organizations/policies/policy-kinds.js';
import { flag, list, text, whole, type Field, type Fields, type Row } from './row.js';

const OF_ORGANIZATION = '/admin/v1/organizations/{orgId}/policies';
const OF_SERVICE = '/admin/v1/policies';

/** The option for a field of each type. */
const OPTIONS: Readonly<Record<PolicyField['type'], (does: string, more: Pick<Field, 'choices'>) => Field>> = {
  flag,
  whole,
  colour: text,
  choice: text,
  choices: list,
  texts: list,
};

const wordOf = (kind: PolicyKind) => kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The subject of each kind of policy, by the words of its commands. */
export const POLICY_SUBJECTS: Readonly<Record<string, string>> = Object.fromEntries(
  DECIDED_KINDS.flatMap((kind) => ['policies', 'service-policies'].map((subject) => [`${subject} ${wordOf(kind)}`, factsOf(kind).does])),
);

export const POLICY_ROWS: readonly Row[] = [
  listOf('policies', 'an organization', OF_ORGANIZATION),
  listOf('service-policies', 'the service', OF_SERVICE),
  ...DECIDED_KINDS.flatMap((kind) => [
    ...(factsOf(kind).decidedBy === 'organizations' ? rowsOf('policies', kind, 'an organization', OF_ORGANIZATION) : []),
    ...rowsOf('service-policies', kind, 'the service', OF_SERVICE),
  ]),
];

function listOf(subject: string, whose: string, base: string): Row {
  return {
    command: `${subject} list`,
    does: `Lists the policies of ${whose}: what it decided, inherits, and what holds`,
    route: `GET ${base}` as Row['route'],
    list: 'policies',
    columns: ['kind', 'own', 'effective'],
    query: { decided: text('true: only kinds about which something was decided; false: the others', { choices: ['true', 'false'] }) },
    examples: [`gatehouse ${subject} list --decided true`],
  };
}

function optionOf(field: PolicyField): Field {
  return OPTIONS[field.type](field.does, 'words' in field ? { choices: field.words } : {});
}

function rowsOf(subject: string, kind: PolicyKind, whose: string, base: string): Row[] {
  const { fields, setWhole = false } = factsOf(kind);
  const words = `${subject} ${wordOf(kind)}`;
  const example = (rest: string) => [`gatehouse ${words} ${rest}`];
  const body: Fields = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optionOf(field)]));
  const [first = ''] = Object.keys(fields);
  return [
    {
      command: `${words} get`,
      does: `Shows what ${whose} decided, inherits, and what holds`,
      route: `GET ${base}/${kind}` as Row['route'],
      examples: example('get'),
    },
    {
      command: `${words} update`,
      does: 'Changes what is named; --unset inherits it again; the rest stays',
      route: `PATCH ${base}/${kind}` as Row['route'],
      body,
      examples: example(`update --unset ${first}`),
    },
    {
      command: `${words} set`,
      does: `Sets the members in --data${setWhole ? '' : ', and keeps the rest'}; \`update\` does more`,
      route: `PUT ${base}/${kind}` as Row['route'],
      body: {},
      examples: example('set --data @policy.json'),
    },
    {
      command: `${words} reset`,
      does: whose === 'the service' ? 'Resets the policy to the default' : 'Has the organization follow the service again',
      route: `DELETE ${base}/${kind}` as Row['route'],
      examples: example('reset --yes'),
    },
  ];
}
