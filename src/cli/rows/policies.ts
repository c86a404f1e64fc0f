// Policies: the values of an organization, and the service's values for all organizations.
import { factsOf, DECIDED_KINDS, type PolicyKind } from '../../users/organizations/policies/policy-kinds.js';
import { removal, row, type Row } from './row.js';

const OF_ORGANIZATION = '/admin/v1/organizations/{orgId}/policies';
const OF_SERVICE = '/admin/v1/policies';

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
  return row(`${subject} list`, `Lists the policies of ${whose} with the values it sets itself`, `GET ${base}`, '--decided true', {
    list: 'policies',
    columns: ['kind', 'decided'],
    query: ['decided'],
    shows: 'policy',
  });
}

function rowsOf(subject: string, kind: PolicyKind, whose: string, base: string): Row[] {
  const { fields, setWhole = false } = factsOf(kind);
  const [words, path] = [`${subject} ${wordOf(kind)}`, `${base}/${kind}`];
  const body = Object.keys(fields);
  return [
    row(`${words} get`, 'Shows each value in effect and where it comes from', `GET ${path}`, '', { shows: 'policy' }),
    row(
      `${words} update`,
      'Changes the given settings and keeps the others; --unset inherits one again',
      `PATCH ${path}`,
      `--unset ${body[0]}`,
      {
        body,
        shows: 'policy',
      },
    ),
    row(`${words} set`, `Sets the members in --data${setWhole ? '' : ' and keeps the others'}`, `PUT ${path}`, '--data @policy.json', {
      body: [],
      shows: 'policy',
    }),
    removal(
      `${words} reset`,
      whose === 'the service' ? 'Resets the policy to the default' : 'Resets the policy to that of the service',
      path,
      '',
    ),
  ];
}
