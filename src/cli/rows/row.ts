// What a command of the API is: a row of a table.
/** `values`: a list of `{ value }`, the first of which is the primary one. */
export type FieldType = 'text' | 'number' | 'flag' | 'list' | 'values';

/** A member of a body, or a parameter of a query, as an option. `links.help` is the member `help` of the member `links`. */
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
  /** The words that are typed: `orgs list`. */
  command: string;
  does: string;
  /** Members of the path are arguments in their order, but `{orgId}`, which is `--org` unless {@link Row.orgIsArgument}. */
  route: `${Method} /${string}`;
  /** The organization is what the command is about, so it is named first. */
  orgIsArgument?: boolean;
  /** The member of the answer that holds the entries of a list. */
  list?: string;
  /** Members that hold lists, with the columns of each, where an answer has several. */
  lists?: Readonly<Record<string, readonly string[]>>;
  /** What a table of the answer shows: of a list, and where several members hold lists. */
  columns?: readonly string[];
  query?: Fields;
  body?: Fields;
  examples: readonly string[];
}

/** Fields by their type; a required one may come from `--data` as well. */
export const text = (does: string, more: Omit<Field, 'type' | 'does'> = {}): Field => ({ type: 'text', does, ...more });
export const whole = (does: string, more: Omit<Field, 'type' | 'does'> = {}): Field => ({ type: 'number', does, ...more });
export const flag = (does: string, more: Omit<Field, 'type' | 'does'> = {}): Field => ({ type: 'flag', does, ...more });
export const values = (does: string, more: Omit<Field, 'type' | 'does'> = {}): Field => ({ type: 'values', does, ...more });
export const list = (does: string, more: Omit<Field, 'type' | 'does'> = {}): Field => ({ type: 'list', does, ...more });
/** A command that removes or ends something, and asks before. @param example its arguments in the example */
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
/** Of a list of secrets, keys or tokens. */
export const CREDENTIALS: Fields = {
  ...CREATED,
  expiresAfter: text('only those that are good until after this time'),
  expiresBefore: text('only those that expire before this time'),
};
export const STATE: Fields = { state: text('only those in this state', { choices: ['active', 'inactive'] }) };
/** Of a list of what has a name and a state. */
export const NAMED: Fields = {
  q: text('only those whose names contain this'),
  name: text('only those whose names begin with this'),
  ...STATE,
  ...CREATED,
};
export const required = { required: true } as const;
