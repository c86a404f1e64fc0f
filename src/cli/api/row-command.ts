// Turns a row into a command of the argument parser: its arguments, options and help.
import { InvalidArgumentError, Option, type Command } from 'commander';
import { wordingOf } from '../names/sources.js';
import { bodyFields, namedFields, queryFields, type Field } from './row-fields.js';
import { argumentsOf } from './row-input.js';
import { isChange, isPaged, isRemoval, isWriting } from './run-row.js';
import type { Row } from '../rows/row.js';

/** Options that every command of the API has. */
export function addServiceOptions(command: Command): Command {
  return command
    .option('--url <url>', 'address of the service; otherwise GATEHOUSE_URL, or the last sign-in')
    .option('--json', 'print the answer as JSON');
}

/** @param command the empty command of the row's last word */
export function describeRow(command: Command, row: Row): Command {
  command.description(row.does);
  for (const name of argumentsOf(row)) command.argument(`<${name.replace(/Id$/, '')}>`, wordingOf(row.route, name));
  addFields(command, [...namedFields(row), ...queryFields(row), ...bodyFields(row)]);
  if (row.body) command.option('--data <json>', 'members of the body as JSON, @FILE, or - for standard input');
  if (row.route.startsWith('PATCH ')) command.option('--unset <member>', 'reset this member to its default; may be repeated', collect);
  if (isPaged(row)) addPages(command);
  if (isWriting(row)) command.option('--dry-run', 'show the result without changing anything');
  if (isChange(row)) command.option('--if-match <tag>', 'only if unchanged since `get` printed this tag');
  if (isRemoval(row)) command.option('--yes', 'skip the confirmation');
  if (row.route.includes('{orgId}') && !row.orgIsArgument)
    command.option('--org <org>', 'organization, by id, name or domain; otherwise GATEHOUSE_ORG, or your own');
  addServiceOptions(command);
  return command.addHelpText('after', examplesOf(row.examples));
}

/** Each example on a separate line, as it is typed. */
export function examplesOf(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((example) => `  $ ${example}\n`).join('')}`;
}

function addPages(command: Command): void {
  command
    .option('--limit <number>', 'entries per page')
    .option('--cursor <cursor>', 'continue after the page that printed this cursor')
    .option('--all', 'fetch every page')
    .option('--sort <member>', 'sort by this member; prefix it with - to reverse')
    .option('--total', 'also count the entries on all pages');
}

/** Adds an option for each field. */
export function addFields(command: Command, fields: readonly Field[]): void {
  for (const option of fields.flatMap(optionsOf)) command.addOption(option);
}

function optionsOf({ option: name, type, required, choices, ...field }: Field): Option[] {
  const does = required ? `${field.does} (required)` : field.does;
  if (type === 'flag')
    return [new Option(`--${name}`, `${does}; --no-${name} turns it off`), new Option(`--no-${name}`, 'turn it off').hideHelp()];
  const option = new Option(`--${name} <${VALUE[type]}>`, does);
  if (choices) option.choices([...choices]);
  return [type === 'list' || type === 'values' ? option.argParser(collectSome(choices)) : option];
}

const VALUE = { text: 'text', number: 'number', list: 'value', values: 'value' } as const;

/** Like {@link collect}, for an option with a list of allowed values. A custom parser replaces commander's own check of choices. */
function collectSome(choices?: readonly string[]): typeof collect {
  return (value, before) => {
    if (choices && !choices.includes(value)) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
    return collect(value, before);
  };
}

/** The values of an option that may be repeated. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
