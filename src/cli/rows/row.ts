// A command of the API as a row of a table.
/** `values` is a list of `{ value }`, the first of which is the primary one. */
export type FieldType = 'text' | 'number' | 'flag' | 'list' | 'values';

/** A member of a body, or a query parameter, as an option. `links.help` is the member `help` of the member `links`. */
export interface Field {
  type: FieldType;
  does: string;
  required?: boolean;
  choices?: readonly string[];
  /** The option's name, without dashes; absent: the member's name with hyphens. */
  option?: string;
}
export type Fields = Readonly<Record<string, Field>>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A command that sends one request and shows the answer. */
export interface Row {
  /** The words to type: `orgs list`. */
  command: string;
  does: string;
  /** Path parameters are arguments in their order, except `{orgId}`, which is `--org` unless {@link Row.orgIsArgument}. */
  route: `${Method} /${string}`;
  /** The command is about the organization itself, so its id is the first argument. */
  orgIsArgument?: boolean;
  /** The member of the answer with the entries of a list. */
  list?: string;
  /** For an answer with several lists: the members that contain them, with the columns of each. */
  lists?: Readonly<Record<string, readonly string[]>>;
  /** The columns of the answer's table, for a list or for each of several lists. */
  columns?: readonly string[];
  query?: Fields;
  body?: Fields;
  examples: readonly string[];
}

/** Constructors of fields by type. A required field may also come from `--data`. */
export const text = (does: string, more: Omit<Field, 'type' | 'does'> = {}): Field => ({ type: 'text', does, ...more });
export const whole = (does: string, more: Omit<Field, 'type' | 'does'> = {}): Field => ({ type: 'number', does, ...more });
export const flag = (does: string, more: Omit<Field, 'type' | 'does'> = {}): Field => ({ type: 'flag', does, ...more });
export const values = (does: string, more: Omit<Field, 'type' | 'does'> = {}): Field => ({ type: 'values', does, ...more });
export const list = (does: string, more: Omit<Field, 'type' | 'does'> = {}): Field => ({ type: 'list', does, ...more });
/** A command that removes or ends something, and asks for confirmation first. @param example its arguments in the example */
export const removal = (command: string, does: string, path: `/${string}`, example: string): Row => ({
  command,
  does,
  route: `DELETE ${path}`,
  examples: [`gatehouse ${command} ${example} --yes`.replace('  ', ' ')],
});
export const CREATED: Fields = {
  createdAfter: text('only those added after this time, such as 2030-01-01T00:00:00Z'),
  createdBefore: text('only those added before this time'),
};
export const TIMES: Fields = { ...CREATED, changedAfter: text('only those changed after this time') };
export const USED: Fields = {
  usedAfter: text('only those used after this time'),
  usedBefore: text('only those not used since this time'),
};
/** Filters for a list of secrets, keys or tokens. */
export const CREDENTIALS: Fields = {
  ...CREATED,
  expiresAfter: text('only those that are good until after this time'),
  expiresBefore: text('only those that expire before this time'),
};
export const STATE: Fields = { state: text('only those in this state', { choices: ['active', 'inactive'] }) };
/** Filters for a list of objects with a name and a state. */
export const NAMED: Fields = {
  q: text('only those whose names contain this'),
  name: text('only those whose names begin with this'),
  ...STATE,
  ...CREATED,
};
export const required = { required: true } as const;
