// The table of all policy kinds. All code that reads, checks, describes or types policies is derived from it; a new kind or field is a new row.
import { FRESH_CHANGES } from '../../../common/access/fresh-changes.js';

/**
 * Which values are stronger. `more` and `less` compare numbers, `later` the order of the words, `all` and `few` the entries of a list. Each is a row
 * of `STRENGTHS` (policy-floors.ts).
 */
export type Strength = 'more' | 'less' | 'lessNotZero' | 'on' | 'off' | 'later' | 'all' | 'few';

/** The types of a policy field. Another type is a member here, and a row in `FIELD_MARKS` (src/admin/policies) and `OPTIONS` (src/cli/rows). */
export type PolicyField = {
  readonly does: string;
  /** Another field of the kind: if only that field is set, this field gets the same value. */
  readonly follows?: string;
  /** Which values protect people more. The service's value is the floor of organizations. Absent: the field protects no person. */
  readonly stronger?: Strength;
  /** The floor of organizations if the service has set no value. */
  readonly floor?: unknown;
  /** A stricter value can lock people out as well. */
  readonly shutsOut?: true;
} & (
  | { readonly type: 'flag'; readonly default: boolean }
  | { readonly type: 'whole'; readonly min: number; readonly max: number; readonly default: number }
  /** Six hexadecimal digits. */
  | { readonly type: 'colour'; readonly default: string }
  /** One of some words. */
  | { readonly type: 'choice'; readonly words: readonly string[]; readonly default: string }
  /** Any of some words. */
  | { readonly type: 'choices'; readonly words: readonly string[]; readonly default: readonly string[] }
  /** A list of texts. */
  | { readonly type: 'texts'; readonly maxItems: number; readonly maxLength: number; readonly default: readonly string[] }
);

const flag = (byDefault: boolean, does: string) => ({ type: 'flag', default: byDefault, does }) as const;
const whole = (byDefault: number, min: number, max: number, does: string) =>
  ({ type: 'whole', default: byDefault, min, max, does }) as const;
const colour = (byDefault: string, does: string) => ({ type: 'colour', default: byDefault, does }) as const;
const choice = <const Words extends readonly string[]>(byDefault: Words[number], words: Words, does: string) =>
  ({ type: 'choice', default: byDefault, words, does }) as const;
const choices = <const Words extends readonly string[]>(byDefault: ReadonlyArray<Words[number]>, words: Words, does: string) =>
  ({ type: 'choices', default: byDefault, words, does }) as const;
const texts = (byDefault: readonly string[], maxItems: number, maxLength: number, does: string) =>
  ({ type: 'texts', default: byDefault, maxItems, maxLength, does }) as const;
/** Requests a minute. The maximum is beyond what a process can reach. */
const perMinute = (byDefault: number, does: string) => whole(byDefault, 0, 100_000_000, `${does} in a minute; 0: without limit`);
/** Ten days in seconds: no browser session lasts longer, because signing keys are kept that long. */
const SESSION = 864_000;

/** Names that responses use beside the fields. */
type Reserved = 'kind' | 'own' | 'inherited' | 'effective' | 'sources' | 'effects';
type PolicyFields = Readonly<Record<string, PolicyField>> & { readonly [Name in Reserved]?: never };

interface PolicyKindFacts {
  readonly does: string;
  /**
   * Who may set it: organizations for themselves, with the service for all others; the service alone; or no level, while only the default applies.
   */
  readonly decidedBy: 'organizations' | 'service' | 'none';
  /** Organizations can only read what the service has set for each of them. */
  readonly changedBy?: 'service';
  /** Each with the default that applies if no level has set a value. */
  readonly fields: PolicyFields;
  /** The reason why a complete policy is invalid: no person could sign in. */
  readonly contradiction?: (policy: never) => string | undefined;
  /** PUT must name every field. */
  readonly setWhole?: true;
}

/** The fields of the assurance policy that must be consistent. */
interface Contradictory {
  passwordAllowed: boolean;
  passkeys: string;
  secondFactor: string;
  factors: readonly string[];
}

export const POLICY_KINDS = {
  password: {
    does: 'What a new password needs.',
    decidedBy: 'organizations',
    fields: {
      // NIST SP 800-63B-4 section 3.1.1.2: at least 8 characters, also beside another factor.
      minLength: { ...whole(12, 1, 64, 'characters at least'), stronger: 'more', floor: 8 },
      minLengthWithSecondFactor: {
        ...whole(
          8,
          1,
          64,
          'the same where a second factor is required of everybody, if it is less; a decision about `minLength` alone applies here too',
        ),
        follows: 'minLength',
        stronger: 'more',
        floor: 8,
      },
      lower: { ...flag(false, 'requires a lower-case letter'), stronger: 'on' },
      upper: { ...flag(false, 'requires an upper-case letter'), stronger: 'on' },
      digit: { ...flag(false, 'a digit is needed'), stronger: 'on' },
      symbol: { ...flag(false, 'a symbol is needed'), stronger: 'on' },
      refuseCommon: {
        ...flag(true, 'the 100,000 most common passwords of known breaches are refused, whatever their case'),
        stronger: 'on',
      },
    },
  },
  registration: {
    does: 'Whether people may register by themselves.',
    decidedBy: 'organizations',
    fields: { enabled: flag(false, 'whether people may register by themselves') },
  },
  clientRegistration: {
    does: 'Whether clients may register themselves as applications.',
    decidedBy: 'organizations',
    fields: {
      open: {
        ...flag(false, 'whether a project of the organization may have open registration, which needs no token'),
        stronger: 'off',
      },
    },
  },
  lockout: {
    does: 'When wrong passwords lock a name, and for how long.',
    decidedBy: 'organizations',
    fields: {
      // NIST SP 800-63B-4 section 3.2.2: no more than 100 wrong attempts in a row.
      maxAttempts: {
        ...whole(10, 0, 1_000, 'wrong passwords in a row that lock the name; 0: never'),
        stronger: 'lessNotZero',
        floor: 100,
        shutsOut: true,
      },
      lockSeconds: { ...whole(900, 1, 86_400, 'seconds a lock lasts'), stronger: 'more', floor: 30, shutsOut: true },
    },
  },
  look: {
    does: "How the pages look; the name on top is the organization's own.",
    decidedBy: 'organizations',
    fields: {
      accent: colour('1f4fbf', 'colour of buttons and links; its shade is adapted to be readable'),
      showName: flag(true, "whether the pages show the organization's name"),
    },
  },
  signIn: {
    does: 'How people get to sign in.',
    decidedBy: 'organizations',
    fields: {
      inviteProvisioned: flag(false, 'whether people provisioned without a password are invited by mail to choose one'),
      invitationApplication: texts(
        [],
        1,
        100,
        'client ID of the application to which invited people go on, unless their invitation names another; at most one',
      ),
      invitationReminderDays: whole(
        0,
        0,
        6,
        'days after which an invitation that was not accepted is sent again, with a new code; 0: never',
      ),
      invitationReminders: whole(1, 1, 5, 'how often an invitation is sent again by itself'),
      straightToProvider: {
        ...flag(
          false,
          'whether sign-ins go on to the identity provider without a page, where exactly one is enabled; the page with the other ways is shown when it refuses or fails',
        ),
        // The host of a provider that never answers is the only page that people see.
        shutsOut: true,
      },
    },
  },
  assurance: {
    does: 'What people sign in with, how much they have to prove, and how long that holds.',
    decidedBy: 'organizations',
    contradiction: ({ passwordAllowed, passkeys, secondFactor, factors }: Contradictory) => {
      if (!passwordAllowed && passkeys === 'off') return 'Without passwords, passkeys must be allowed.';
      const isRequired = secondFactor === 'required' || secondFactor === 'requiredForRoles';
      return isRequired && factors.length === 0 && passkeys === 'off'
        ? 'A second factor that is required needs a kind that is allowed.'
        : undefined;
    },
    fields: {
      passwordAllowed: { ...flag(true, 'whether a password signs in'), stronger: 'off', shutsOut: true },
      passwordBesideProvider: {
        ...flag(
          true,
          'whether a password signs in people whose account is connected to an identity provider, or whose names or addresses lie in one of its domains',
        ),
        stronger: 'off',
        shutsOut: true,
      },
      firstPasswordByMail: {
        ...flag(false, 'whether a person with a passkey and no password chooses a first one by a mailed code'),
        stronger: 'off',
      },
      mailedSignIn: {
        ...flag(
          false,
          'whether a link or code mailed to a verified address signs in; never people with a passkey and no password, unless `firstPasswordByMail`, nor people of an identity provider whose password doesn’t',
        ),
        stronger: 'off',
        shutsOut: true,
      },
      passkeys: {
        ...choice('optional', ['off', 'optional', 'required'], 'whether passkeys sign in, or have to'),
        stronger: 'later',
      },
      offerPasskeys: flag(
        true,
        'whether people who signed in by a password are offered a passkey on the way to the application, until they say “not now”',
      ),
      secondFactor: {
        ...choice(
          'requiredForRoles',
          ['off', 'optional', 'requiredForRoles', 'required'],
          'who needs a second factor; with `off`, people who have one are still asked for it, unless the policy of the service says `off` too',
        ),
        stronger: 'later',
      },
      secondFactorRoles: {
        ...texts(
          ['IAM_*'],
          20,
          100,
          'whose second factor is required with `requiredForRoles`: names of member roles, or their beginning with `*` behind',
        ),
        stronger: 'all',
      },
      graceDays: {
        ...whole(30, 0, 365, 'days for which people may sign in without a required factor, from the first time they were asked for it'),
        stronger: 'less',
      },
      factors: {
        ...choices(
          ['totp', 'securityKey'],
          ['totp', 'securityKey', 'sms', 'mail'],
          'second factors that count; `sms` where the service can send text messages',
        ),
        stronger: 'few',
        shutsOut: true,
      },
      passwordSeconds: {
        ...whole(864_000, 60, SESSION, 'for how long a password or a mailed link that was checked counts'),
        stronger: 'less',
      },
      directorySeconds: {
        ...whole(
          864_000,
          60,
          SESSION,
          'for how long a sign-in with an identity provider counts, from the time that the provider gives, else from its answer',
        ),
        stronger: 'less',
      },
      secondFactorSeconds: { ...whole(64_800, 60, SESSION, 'for how long a second factor that was checked counts'), stronger: 'less' },
      passkeySeconds: { ...whole(864_000, 60, SESSION, 'for how long a passkey that was checked counts'), stronger: 'less' },
      rememberBrowserDays: {
        ...whole(30, 0, 365, 'for how long a browser may stand in for a second factor that was checked there; 0: never'),
        stronger: 'less',
      },
      sessionSeconds: { ...whole(864_000, 60, SESSION, 'for how long a browser session lasts'), stronger: 'less' },
      idleSeconds: { ...whole(43_200, 300, SESSION, 'a session that is not used for so long ends'), stronger: 'less' },
      staySignedIn: { ...flag(true, 'otherwise the browser forgets the session when it is closed'), stronger: 'off' },
      checkedAtRefresh: {
        ...flag(
          true,
          'whether a refresh token is refused if its sign-in proved less than is required now; otherwise it stays valid until the next sign-in',
        ),
        stronger: 'on',
      },
    },
  },
  account: {
    does: 'What people may change about themselves on the page of their account, and whether they may delete it.',
    decidedBy: 'organizations',
    fields: {
      changeName: flag(true, 'whether people may change their own names'),
      changePicture: flag(true, 'whether people may upload a picture, or change its address'),
      changeLanguage: flag(true, 'whether people may change their language'),
      changeTimezone: flag(true, 'whether people may change their time zone'),
      changePhones: flag(true, 'whether people may change their phone numbers'),
      changePersonalData: flag(false, 'whether people may change their website, birth date and gender'),
      deleteAccount: flag(false, 'whether people may delete their own account'),
    },
  },
  removedPeople: {
    does: 'For how long people who were removed can come back.',
    decidedBy: 'organizations',
    fields: { days: whole(0, 0, 30, 'days in which people who were removed can come back; 0: they are gone at once') },
  },
  domain: {
    does: 'Which login names end in the primary domain. People can sign in by `userName@primaryDomain` in any case.',
    decidedBy: 'organizations',
    fields: {
      userLoginMustBeDomain: {
        ...flag(true, 'whether login names are userName@primaryDomain; otherwise they are the userName alone'),
        shutsOut: true,
      },
      suffixAddresses: flag(
        false,
        'whether userNames that are addresses get the primary domain too; otherwise they get it only outside the domains of the organization, until the person has proved the address',
      ),
    },
  },
  addressLimits: {
    does: 'How many requests one network address may send in a minute: an IPv4 address, or the 64 bits of IPv6 that a customer gets.',
    decidedBy: 'service',
    fields: {
      token: perMinute(600_000, 'requests for tokens and revocations'),
      introspection: perMinute(600_000, 'introspections and requests for userinfo'),
      scim: perMinute(480_000, 'SCIM requests'),
      admin: perMinute(240_000, 'requests to the admin API'),
      import: perMinute(24_000, 'requests about imports'),
      signIn: perMinute(120_000, 'pages, forms and authorization requests'),
      documents: perMinute(600_000, 'requests for the key set, discovery and whatever else is public'),
    },
  },
  limits: {
    does: 'How many requests the clients, callers and people of an organization may send in a minute, each and together.',
    decidedBy: 'organizations',
    changedBy: 'service',
    fields: {
      tokenPerClient: perMinute(600_000, 'requests for tokens and revocations of one client that authenticates'),
      token: perMinute(1_200_000, 'those of all clients of the organization'),
      introspectionPerClient: perMinute(600_000, 'introspections of one client'),
      introspection: perMinute(1_200_000, 'those of all clients of the organization'),
      scimPerCaller: perMinute(480_000, 'SCIM requests of one provisioning connection or user'),
      scim: perMinute(960_000, 'all SCIM requests to the organization'),
      adminPerCaller: perMinute(240_000, 'requests of one user to the admin API'),
      admin: perMinute(480_000, 'all requests to the admin API about the organization'),
      importPerCaller: perMinute(24_000, 'requests of one user about imports'),
      import: perMinute(48_000, 'those of all users of the organization'),
    },
  },
  impersonation: {
    does: 'Whether users may be impersonated at all (RFC 8693); roles decide who may. An organization can only forbid what the service allows.',
    decidedBy: 'organizations',
    fields: {
      enabled: {
        ...flag(false, 'whether a token exchange may name an actor; never where the service does not allow it'),
        stronger: 'off',
        floor: false,
      },
    },
    setWhole: true,
  },
  administration: {
    does: 'Which changes administrators make only shortly after they signed in (RFC 9470). Service users are exempt.',
    decidedBy: 'organizations',
    fields: {
      freshChanges: {
        ...choices(
          [],
          FRESH_CHANGES,
          'kinds of changes that need a fresh sign-in: who has member roles, policies and features, credentials of programs with identity providers and mail, what people sign in with and who is in a group, the keys behind tokens',
        ),
        stronger: 'all',
      },
      freshMinutes: { ...whole(15, 1, 1_440, 'minutes for which a sign-in is fresh'), stronger: 'less' },
      freshSecondFactor: { ...flag(false, 'whether the sign-in must have had two factors'), stronger: 'on' },
    },
  },
} as const satisfies Record<string, PolicyKindFacts>;

export type PolicyKind = keyof typeof POLICY_KINDS;

/** The same table without the types of each row, for code that treats all kinds alike. */
export const factsOf = (kind: PolicyKind): PolicyKindFacts => POLICY_KINDS[kind];
/** The kinds that can be set. */
export const DECIDED_KINDS = (Object.keys(POLICY_KINDS) as PolicyKind[]).filter((kind) => factsOf(kind).decidedBy !== 'none');

type FieldsOf<Kind extends PolicyKind> = (typeof POLICY_KINDS)[Kind]['fields'];
type ValueOf<Field> = Field extends { readonly default: infer Value } ? Value : never;

/** A policy of a kind, complete. */
export type Policy<Kind extends PolicyKind> = { -readonly [Name in keyof FieldsOf<Kind>]: ValueOf<FieldsOf<Kind>[Name]> };
/** A change of policy: null inherits the field again. */
export type PolicyChange<Kind extends PolicyKind> = { [Name in keyof Policy<Kind>]?: Policy<Kind>[Name] | null };

export type PasswordPolicy = Policy<'password'>;
export type LockoutPolicy = Policy<'lockout'>;
export type AssurancePolicy = Policy<'assurance'>;

/** Whether every person needs more than a password after the grace period. */
export const asksEverybodyForMore = ({ secondFactor, passkeys }: AssurancePolicy): boolean =>
  secondFactor === 'required' || passkeys === 'required';

/** The policy that applies if no level has set it. */
export function defaultPolicy<Kind extends PolicyKind>(kind: Kind): Policy<Kind> {
  return Object.fromEntries(Object.entries(factsOf(kind).fields).map(([name, field]) => [name, field.default])) as Policy<Kind>;
}
