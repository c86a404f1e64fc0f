// Every regular expression of `src` takes time in proportion to its text, whatever the text is: it runs beside all other requests.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

// The form for browsers is JavaScript alone; the other one would start a program of its own.
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof import('recheck');

/**
 * What cannot be shown to be linear, and the bound of its text that makes it harmless. Rewrite the expression first; the way out is
 * usually `indexOf`, `split` or a second, simpler expression.
 */
const BOUNDED: Readonly<Record<string, { bound: string; because: string }>> = {};

interface Expression {
  file: string;
  line: number;
  /** Undefined for one that is put together from what no reader of the code can know. */
  source: string | undefined;
  flags: string;
}

const parsed = new Map<string, ts.SourceFile>();
function parse(file: string): ts.SourceFile {
  const known = parsed.get(file) ?? ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  parsed.set(file, known);
  return known;
}

/** Literals, `RegExp(…)`, `new RegExp(…)`, and texts that `match` and `matchAll` make one of. */
function expressionsOf(source: ts.SourceFile): Expression[] {
  const found: Expression[] = [];
  const add = (node: ts.Node, text: string | undefined, flags = '') =>
    found.push({
      file: source.fileName,
      line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
      source: text,
      flags,
    });
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(source) === 'RegExp') {
      const [pattern, flags] = node.arguments ?? [];
      add(node, pattern && constant(pattern, source), flags ? (constant(flags, source) ?? '') : '');
    } else if (ts.isCallExpression(node) && /\.match(?:All)?$/.test(node.expression.getText(source))) {
      const [pattern] = node.arguments;
      if (pattern && (ts.isStringLiteralLike(pattern) || ts.isTemplateExpression(pattern))) add(node, constant(pattern, source));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The text of an expression made of literals and of constants of this file or of those it imports. */
function constant(node: ts.Expression, source: ts.SourceFile): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return constantNamed(node.text, source);
  const isRaw = ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 'String.raw';
  const template = isRaw ? node.template : node;
  const textOf = (part: ts.TemplateLiteralLikeNode) => (isRaw ? part.rawText : part.text) ?? '';
  if (ts.isNoSubstitutionTemplateLiteral(template)) return textOf(template);
  if (!ts.isTemplateExpression(template)) return undefined;
  let text = textOf(template.head);
  for (const { expression, literal } of template.templateSpans) {
    const value = constant(expression, source);
    if (value === undefined) return undefined;
    text += value + textOf(literal);
  }
  return text;
}

function constantNamed(name: string, source: ts.SourceFile): string | undefined {
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) !== 0)
      for (const { name: declared, initializer } of statement.declarationList.declarations)
        if (initializer && declared.getText(source) === name) return constant(initializer, source);
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const bindings = statement.importClause?.namedBindings;
      const path = statement.moduleSpecifier.text;
      if (path.startsWith('.') && bindings && ts.isNamedImports(bindings) && bindings.elements.some((one) => one.name.text === name))
        return constantNamed(name, parse(join(dirname(source.fileName), path.replace(/\.js$/, '.ts'))));
    }
  }
  return undefined;
}

/**
 * Why an expression may take long, or undefined for one that is linear in its text. Each alternative is proven by itself: a search for `a|b` tries them
 * one after the other wherever it begins, and never begins in more places than a search for `a` or for `b`. Together they would make a proof long.
 */
function faultOf(source: string, flags: string): string | undefined {
  const parts = alternativesOf(source);
  const faults = parts.flatMap((part) => proofOf(part, flags) ?? []);
  // The parts of an expression that has references from one to another are none by themselves.
  return faults.length === 0 || parts.length === 1 ? faults[0] : proofOf(source, flags);
}

/** The expressions between the `|` that are in no group. */
function alternativesOf(source: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [piece] of source.matchAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/g)) {
    if (piece === '(') depth++;
    if (piece === ')') depth--;
    if (piece === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

/**
 * Alternatives, each in a line of its own, that were proven linear, which takes 0.1 to 2 s for each of them. An expression that is changed is
 * none of them any more. The long check proves them again.
 */
const PROVEN = readFileSync(join(import.meta.dirname, 'proven-expressions.txt'), 'utf8')
  .trimEnd()
  .split('\n');

const proofs = new Map<string, string | undefined>(process.env['LONG'] ? [] : PROVEN.map((written) => [written, undefined]));
const asked = new Set<string>();

function proofOf(source: string, flags: string): string | undefined {
  const key = `/${source}/${flags}`;
  asked.add(key);
  if (!proofs.has(key)) proofs.set(key, prove(source, flags));
  return proofs.get(key);
}

function prove(source: string, flags: string): string | undefined {
  // By a proof, not by trying. The timeout is against what hangs: a proof takes 2 s at most, and counted repetitions (`{1,200}`) make it long.
  const judged = checkSync(source, flags, { checker: 'automaton', timeout: 20_000 });
  if (judged.status === 'safe') return undefined;
  return judged.status === 'vulnerable' ? judged.complexity.summary : judged.error.kind;
}

const files = readdirSync('src', { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && /\.(?:tsx?|m?js)$/.test(entry.name) && !/\.spec\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));
const expressions = files.flatMap((file) => expressionsOf(parse(file)));

describe('a regular expression of src', () => {
  it('is known in the code', () => {
    expect(expressions.filter(({ source }) => source === undefined).map(({ file, line }) => `${file}:${line}`)).toEqual([]);
  });

  it('is linear in its text, or has a text whose bound is named', () => {
    const distinct = new Map(expressions.map((one) => [`/${one.source}/${one.flags}`, one]));
    const faults = [...distinct]
      .filter(([written]) => !(written in BOUNDED))
      .flatMap(([written, { file, line, source = '', flags }]) => {
        const fault = faultOf(source, flags);
        return fault === undefined ? [] : [`${file}:${line} ${written}: ${fault}`];
      });
    expect(faults).toEqual([]);
    expect(Object.keys(BOUNDED).filter((written) => !distinct.has(written))).toEqual([]);
    expect(PROVEN.filter((written) => !asked.has(written))).toEqual([]);
    // Minutes of proofs where others compute beside.
  }, 600_000);

  it.each([
    [String.raw`^(?:\uFEFF|\s)*<`, 'exponential'],
    [String.raw`<!--[\s\S]*?-->`, '2nd degree polynomial'],
    [String.raw`\s+$`, '2nd degree polynomial'],
    ['(a+)+$', 'exponential'],
    ['^(?=.*a)b', 'unsupported'],
    [String.raw`^[a-z][\w-]*$`, undefined],
    ['^b|(?:a+)+$', 'exponential'],
    [String.raw`[|(]\|(?:a|b)|\(|^c`, undefined],
  ])('is judged: %s', (source, fault) => expect(faultOf(source, '')).toBe(fault));

  it.each([
    ['a|b', ['a', 'b']],
    [String.raw`^[|(\]]\||(?:a|(b|c))|`, [String.raw`^[|(\]]\|`, '(?:a|(b|c))', '']],
    ['(a|b)', ['(a|b)']],
  ])('has its alternatives: %s', (source, parts) => expect(alternativesOf(source)).toEqual(parts));

  it.each([
    ["const A = 'a+'; new RegExp(`^${A}$`, 'i')", '^a+$', 'i'],
    [String.raw`RegExp(String.raw${'`'}\d${'`'})`, String.raw`\d`, ''],
    ["text.match('a|b')", 'a|b', ''],
    ['new RegExp(`^${name}$`)', undefined, ''],
    ['let A = "a"; new RegExp(A)', undefined, ''],
    ['/[/]x/u.test(text)', '[/]x', 'u'],
  ])('is found: %s', (code, source, flags) => {
    expect(expressionsOf(ts.createSourceFile('src/x.ts', code, ts.ScriptTarget.Latest, true))).toEqual([
      { file: 'src/x.ts', line: 1, source, flags },
    ]);
  });
});
