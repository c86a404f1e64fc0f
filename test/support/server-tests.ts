// Which tests run on a database server, by what they touch. All run with SQLite. Those whose locks, queries or comparisons an engine has a part in
// run on a server too; only the long check runs all of them there. That a test looks into tables, or changes a row, is no such part.
import { parseSync, type ESTree } from 'rolldown/utils';

/** These start a service, or open a database. Others are about functions, source files and documents. */
const STARTS_A_SERVICE = /^(src\/common\/database\/|test\/(?!architecture|cluster|docs|support))/;
/** About the engine itself, all of it: connections, errors, locks, migrations. MySQL, whose fork MariaDB is, runs these alone. */
const ABOUT_THE_ENGINE = /^(src\/common\/database|test\/database)\//;
/** Its plans of queries, data of earlier builds, and the work behind requests, whose statements no request sends. */
const WHOLE_ON_MARIADB = /^test\/(upgrade|work)\/|[/-]plans\.spec\.ts$/;
/** Such a spec, or one about the engine itself, runs if it has SQL of its own, too. */
const SQL = /\bget\(Database\)|\.rows?(<[^(]*>)?\(|\.run\(['`]/;

const TOUCHES_THE_ENGINE = [
  // What differs between engines, by its own words.
  /\bSERVER_URL\b|\bopenDatabase\(|\bmigratedDatabase\(/,
  // Units of work, and the queries of the service.
  /database\.write\(|\brecord(Queries|Statements)\(/,
  // Comparisons of texts, which an engine's collation could change.
  /\bfilter[=:]|\bsort(By)?[=:]/,
  // Requests at the same time, which meet on locks.
  /Promise\.all(Settled)?\(|\boneMoment\(/,
];
/** What prepares the tests makes all of them touch the engine, except for what is only started there. */
const ONLY_PREPARES = /Promise\.all\(/g;
/** By the queries of the service: a spec says which in its head, a group of tests or a test as its first words. */
const ON_A_SERVER_TOO = /\/\/ On a server too: \S.+\.$/m;
const SPEC_ON_A_SERVER_TOO = new RegExp(`^${ON_A_SERVER_TOO.source}`, 'm');
/** A spec that matches and has no such part says why. */
const ON_SQLITE_ALONE = /^\/\/ On SQLite alone: \S.+\.$/m;

const PREPARES = /^(before|after)(All|Each)$/;
const DEFINES_TESTS = /^(it|test|describe)$/;

type Statement = ESTree.Directive | ESTree.Statement;

interface Range {
  start: number;
  end: number;
}

/**
 * @param file path of a spec from the root of the repository @param text its source
 * @returns the source with the tests that a server runs, each in its line; undefined if there are none
 */
export function forServer(engine: string, file: string, text: string): string | undefined {
  if (!STARTS_A_SERVICE.test(file) || ON_SQLITE_ALONE.test(text)) return undefined;
  const isAboutTheEngine = ABOUT_THE_ENGINE.test(file);
  if (engine === 'mysql' && !isAboutTheEngine) return undefined;
  if (isAboutTheEngine || WHOLE_ON_MARIADB.test(file))
    return touches(text) || SQL.test(text) || SPEC_ON_A_SERVER_TOO.test(text) ? text : undefined;
  return SPEC_ON_A_SERVER_TOO.test(text) ? text : withoutOthers(text);
}

const touches = (text: string): boolean => TOUCHES_THE_ENGINE.some((words) => words.test(text));

/** Without the tests that do not touch the engine, neither by themselves nor by a function of their file. */
function withoutOthers(text: string): string | undefined {
  const { program } = parseSync('spec.ts', text);
  const textOf = ({ start, end }: Range) => text.slice(start, end);
  const others: Range[] = [];

  /** The functions and values of the spec that touch the engine, by themselves or by each other. */
  const names = new Set<string>();
  const isTouching = (part: string) => touches(part) || [...names].some((name) => mentions(part, name));
  const all = declared(program.body);
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const { name, range } of all) if (isTouching(textOf(range))) names.add(name);
  }

  /** @returns whether a test is left of these statements */
  function keep(statements: readonly Statement[]): boolean {
    const prepare = statements.filter((one) => PREPARES.test(calledIn(one)?.name ?? ''));
    return prepare.some((one) => touches(textOf(one).replaceAll(ONLY_PREPARES, ''))) || statements.map(keepOne).includes(true);
  }

  function keepOne(statement: Statement): boolean {
    const inner = blockIn(statement);
    if (inner !== undefined) return keep(inner);
    const called = calledIn(statement);
    if (called === undefined || !DEFINES_TESTS.test(called.name)) return false;
    const { callee, group } = called;
    const isKept =
      group === undefined
        ? isTouching(textOf(statement)) || ON_A_SERVER_TOO.test(textOf(statement))
        : touches(textOf(callee)) || ON_A_SERVER_TOO.test(text.slice(callee.end, group[0]?.start)) || keep(group);
    if (!isKept) others.push(statement);
    return isKept;
  }

  if (!keep(program.body)) return undefined;
  return others.reduce((left, range) => left.slice(0, range.start) + emptied(textOf(range)) + left.slice(range.end), text);
}

/** An empty statement over the same lines. */
const emptied = (text: string): string => `;${text.slice(1).replaceAll(/[^\n]/g, ' ')}`;

const mentions = (text: string, name: string): boolean =>
  new RegExp(String.raw`(?<![\w$])${name.replaceAll('$', String.raw`\$`)}(?![\w$])`).test(text);

/** What is declared in a spec and in its groups of tests. */
function declared(statements: readonly Statement[]): { name: string; range: Range }[] {
  return statements.flatMap((one) => {
    if (one.type === 'FunctionDeclaration') return one.id ? [{ name: one.id.name, range: one }] : [];
    if (one.type === 'VariableDeclaration')
      return one.declarations.flatMap(({ id, start, end }) => (id.type === 'Identifier' ? [{ name: id.name, range: { start, end } }] : []));
    return declared(calledIn(one)?.group ?? blockIn(one) ?? []);
  });
}

/** The call that a statement is: the first name of what is called, and the statements of a group of tests. */
function calledIn(statement: Statement): { name: string; callee: Range; group: readonly Statement[] | undefined } | undefined {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') return undefined;
  const { callee, arguments: given } = statement.expression;
  const name = firstNameOf(callee);
  const last = given.at(-1);
  const body = name === 'describe' && last?.type === 'ArrowFunctionExpression' ? last.body : undefined;
  return { name, callee, group: body?.type === 'BlockStatement' ? body.body : undefined };
}

/** `it` of `it.each(table)`. */
function firstNameOf(callee: ESTree.Expression): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return firstNameOf(callee.object);
  return callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression'
    ? firstNameOf('callee' in callee ? callee.callee : callee.tag)
    : '';
}

/** The statements of a block or of a loop over tests. */
function blockIn(statement: Statement): readonly Statement[] | undefined {
  if (statement.type === 'BlockStatement') return statement.body;
  if (statement.type === 'ForOfStatement') return blockIn(statement.body) ?? [statement.body];
  return undefined;
}
