// Policies: what an organization decides, and for them all the service.
import type { Row } from './row.js';

/** Who may act for whom is decided for the service only. */
const KINDS = {
  password: true,
  registration: true,
  lockout: true,
  look: true,
  signIn: true,
  domain: true,
  removedPeople: true,
  impersonation: false,
};

export const POLICY_ROWS: readonly Row[] = Object.entries(KINDS).flatMap(([kind, ofOrganizations]) => [
  ...(ofOrganizations ? rowsOf('policies', kind, 'an organization', '/admin/v1/organizations/{orgId}/policies') : []),
  ...rowsOf('service-policies', kind, 'the service', '/admin/v1/policies'),
]);

function rowsOf(subject: string, kind: string, whose: string, base: string): Row[] {
  const words = `${subject} ${kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const example = (rest: string) => [`gatehouse ${words} ${rest}`];
  return [
    {
      command: `${words} get`,
      does: `Shows the policy of ${whose}`,
      route: `GET ${base}/${kind}` as Row['route'],
      examples: example('get'),
    },
    {
      command: `${words} set`,
      does: 'Sets the members in --data, which stand in what get shows; the rest stays',
      route: `PUT ${base}/${kind}` as Row['route'],
      body: {},
      examples: example('set --data @policy.json'),
    },
    {
      command: `${words} reset`,
      does: ofDefault(whose),
      route: `DELETE ${base}/${kind}` as Row['route'],
      examples: example('reset --yes'),
    },
  ];
}

function ofDefault(whose: string): string {
  return whose === 'the service' ? 'Resets the policy to the default' : 'Has the organization follow the service again';
}
