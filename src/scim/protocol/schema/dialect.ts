/** Switches for behavior that clients disagree on, and presets for known clients. Each switch does exactly what its sentence says. */

interface Switch {
  /** The behavior when the switch is on. */
  readonly on: string;
  /** The behavior when the switch is off. */
  readonly off: string;
  /** Presets that turn it on. */
  readonly presets: readonly Preset[];
  /** The state in which the service deviates from an RFC, and the section it deviates from; absent if the RFC allows both. */
  readonly deviation?: { readonly when: 'on' | 'off'; readonly from: string };
}

/** `default` is tolerant; the switches list its deviations from the RFCs. `strict` is for developers of clients and for test suites. */
export const PRESETS = ['default', 'strict', 'entra', 'okta', 'onelogin'] as const;
export type Preset = (typeof PRESETS)[number];

const TOLERANT = ['default', 'entra', 'okta', 'onelogin'] as const;

export const SWITCHES = {
  clampPaging: {
    on: 'A count or startIndex out of range becomes the nearest one in range.',
    off: 'A count or startIndex out of range is refused with invalidValue.',
    presets: PRESETS,
  },
  requireNameAndEmail: {
    on: 'Family name, given name and an e-mail address are required.',
    off: 'A user needs a userName only (RFC 7643 section 4.1).',
    presets: ['default'],
    deviation: { when: 'on', from: 'RFC 7643 section 4.1' },
  },
  anyCaseOperations: {
    on: 'The op of a PATCH may be written in any case (Entra ID sends Add, Replace, Remove).',
    off: 'The op of a PATCH is add, replace or remove in lower case.',
    presets: TOLERANT,
    deviation: { when: 'on', from: 'RFC 7644 section 3.5.2' },
  },
  textBooleans: {
    on: 'The texts "True" and "False" in any case count as booleans in bodies (Entra ID sends them).',
    off: 'A boolean in a body is true or false of JSON.',
    presets: TOLERANT,
    deviation: { when: 'on', from: 'RFC 7643 section 2.3.2' },
  },
  memberPaths: {
    on: 'Members of a PATCH value without path may be dotted, value paths or start with a URN (Entra ID, older form).',
    off: 'Members of a PATCH value without path are attribute names; others are refused with invalidPath.',
    presets: TOLERANT,
    deviation: { when: 'on', from: 'RFC 7644 section 3.5.2' },
  },
  makeElements: {
    on: 'A PATCH of a sub-attribute of an element that does not exist makes the element from the eq conditions of the path (Entra ID).',
    off: 'A PATCH whose value path matches nothing is refused with noTarget.',
    presets: TOLERANT,
    deviation: { when: 'on', from: 'RFC 7644 section 3.5.2.3' },
  },
  plainValues: {
    on: 'A text in the place of an object with a value means that value; a list of one such object means the object (Entra ID sends managers in both forms).',
    off: 'An object in a body is an object.',
    presets: TOLERANT,
    deviation: { when: 'on', from: 'RFC 7643 section 2.3.8' },
  },
  omitUnstorable: {
    on: "An optional value that can't be stored is left out: the rest of the request is done, and the answer, the log and the connection name it.",
    off: "A value that can't be stored is refused, and nothing of its request is done.",
    presets: TOLERANT,
    deviation: { when: 'on', from: 'RFC 7644 section 3.12' },
  },
  nullKeepsMembers: {
    on: 'null for the members of a group, in a PUT or in a PATCH value without path, leaves them as they are: a client that was shown no members does not know them.',
    off: 'null for the members of a group removes all of them (RFC 7643 section 2.5).',
    presets: TOLERANT,
    deviation: { when: 'on', from: 'RFC 7643 section 2.5' },
  },
  singleElements: {
    on: 'An object in the place of a list is a list of one element (OneLogin sends emails so).',
    off: 'A list in a body is a list.',
    presets: TOLERANT,
    deviation: { when: 'on', from: 'RFC 7643 section 2.4' },
  },
  scim1Schemas: {
    on: "The schemas of SCIM 1.1 count as those of 2.0, and a manager's managerId as its value (OneLogin's template).",
    off: 'schemas has the URN of SCIM 2.0.',
    presets: ['onelogin'],
    deviation: { when: 'on', from: 'RFC 7643 section 3' },
  },
  windowsTimeZones: {
    on: 'A Windows time zone, such as W. Europe Standard Time, is stored by its IANA name.',
    off: 'A time zone is given by its IANA name.',
    presets: TOLERANT,
    deviation: { when: 'on', from: 'RFC 7643 section 4.1.1' },
  },
  shortNames: {
    on: 'A path or filter may name an attribute of the enterprise extension without its URN, or with a dot after it (Entra ID sends manager so).',
    off: 'An attribute of an extension is named with its URN and a colon.',
    presets: ['entra'],
    deviation: { when: 'on', from: 'RFC 7644 section 3.10' },
  },
  ignorePasswordOnCreate: {
    on: 'The password of a create request is dropped (Okta sends a random one when it does not synchronize passwords).',
    off: 'The password of a create request is set.',
    presets: ['okta'],
    deviation: { when: 'on', from: 'RFC 7644 section 3.3' },
  },
  answerPatch: {
    on: 'A PATCH is answered by 200 and the resource.',
    off: 'A PATCH is answered by 204, or by 200 and the resource when attributes are asked for.',
    presets: ['strict'],
  },
  answerWritten: {
    on: 'The answer to a POST, PUT or PATCH that sets userType shows it (RFC 7643 section 7, returned "request").',
    off: 'userType is shown when attributes names it.',
    presets: ['strict'],
    deviation: { when: 'off', from: 'RFC 7643 section 7' },
  },
  errorDetail: {
    on: 'Errors carry a second schema with a stable id and the untranslated message.',
    off: 'Errors are those of RFC 7644 section 3.12 and nothing else.',
    presets: TOLERANT,
    deviation: { when: 'on', from: 'RFC 7644 section 3.12' },
  },
} as const satisfies Record<string, Switch>;

export type SwitchName = keyof typeof SWITCHES;
export const SWITCH_NAMES = Object.keys(SWITCHES) as SwitchName[];

/** The state of every switch for one client. */
export type Dialect = Readonly<Record<SwitchName, boolean>>;

/** The switches of a preset, with the exceptions of one client. */
export function dialectOf(preset: Preset, overrides: Partial<Dialect> = {}): Dialect {
  return Object.fromEntries(
    SWITCH_NAMES.map((name) => [name, overrides[name] ?? (SWITCHES[name].presets as readonly Preset[]).includes(preset)]),
  ) as unknown as Dialect;
}

export const DEFAULT_DIALECT: Dialect = dialectOf('default');
