// A command of the API as a row of a table. What the API document knows of its options is taken from there (../api/row-fields.ts).
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A query parameter or a member of the body as an option: `name`, or with another name of the option, `userId --user`. `links.help` is the member
 * `help` of the member `links`. `locked --[no-]locked` is a flag though the document says it is a text.
 */
export type Asked = string;

/** A command that sends one request and shows the answer. */
export interface Row {
  /** The words to type: `orgs list`. */
  command: string;
  does: string;
  /** Path parameters are arguments in their order, except `{orgId}`, which is `--org` unless {@link Row.orgIsArgument}. */
  route: `${Method} /${string}`;
  /** The command is about the organization itself, so its id is the first argument. */
  orgIsArgument: boolean;
  examples: readonly string[];
  /** The member of the answer with the entries of a list. */
  list?: string;
  /** For an answer with several lists: the members that contain them, with the columns of each. */
  lists?: Readonly<Record<string, readonly string[]>>;
  /** For an answer with several lists: the member whose facts are shown before them. */
  facts?: string;
  /** The columns of the answer's table, for a list or for each of several lists. */
  columns?: readonly string[];
  query?: readonly Asked[];
  /** The most frequent members; `--data` accepts all of them. */
  body?: readonly Asked[];
  /** Path parameters that are options, as in the command that added what this one removes. */
  named?: readonly Asked[];
  /** Members that a person is asked for, because a command line shows them to everybody on the host. */
  secrets?: readonly Secret[];
  /** How the answer is shown, other than as a table or by its members. */
  shows?: 'policy' | 'events' | 'application';
}

/** A secret to ask for; one `with` another member only if that member is given. */
export interface Secret {
  member: string;
  asks: string;
  with?: string;
}

type Shown = Pick<Row, 'list' | 'lists' | 'facts' | 'columns' | 'query' | 'body' | 'named' | 'secrets' | 'shows'>;

/** @param typed what follows the command in each example */
export function row(command: string, does: string, route: string, typed: string | readonly string[], shown: Shown = {}): Row {
  const examples = [typed].flat().map((one) => `gatehouse ${command} ${one.trim()}`.trim());
  return { command, does, route: route as Row['route'], orgIsArgument: command.startsWith('orgs '), examples, ...shown };
}

/** A command that removes or ends something, and asks for confirmation first. @param typed its arguments in the example */
export const removal = (command: string, does: string, path: string, typed: string, shown: Shown = {}): Row =>
  row(command, does, `DELETE ${path}`, `${typed} --yes`.trim(), shown);

/** The overview of an organization or of the service: its lists. */
export const OVERVIEW = {
  facts: 'counts',
  lists: { attention: ['kind', 'count', 'message'], signIns: ['day', 'succeeded', 'failed'] },
} as const;

export const CREATED = ['createdAfter', 'createdBefore'];
export const TIMES = [...CREATED, 'changedAfter'];
export const USED = ['usedAfter', 'usedBefore'];
/** Filters for a list of secrets, keys or tokens. */
export const CREDENTIALS = [...CREATED, 'expiresAfter', 'expiresBefore'];
/** Filters for a list of objects with a name and a state. */
export const NAMED = ['q', 'name', 'state', ...CREATED];
