// Turns a row into a command of the argument parser: its arguments, options and help.
import { InvalidArgumentError, Option, type Command } from 'commander';
import { bodyFields, queryFields, type Field } from './row-fields.js';
import { argumentsOf } from './row-input.js';
import { isChange, isPaged, isRemoval, isWriting } from './run-row.js';
import type { Row } from '../rows/row.js';

/** Options that every command of the API has. */
export function addServiceOptions(command: Command): Command {
  return command
    .option('--url <url>', 'address of the service; otherwise GATEHOUSE_URL, or where you signed in')
    .option('--json', 'the answer as JSON, for programs');
}

/** @param command the empty command of the row's last word */
export function describeRow(command: Command, row: Row): Command {
  command.description(row.does);
  for (const name of argumentsOf(row)) command.argument(`<${name.replace(/Id$/, '')}>`);
  addFields(command, [...queryFields(row), ...bodyFields(row)]);
  if (row.body) command.option('--data <json>', 'members of the body as JSON, @FILE, or - for standard input');
  if (row.route.startsWith('PATCH ')) command.option('--unset <member>', 'back to its default; may be repeated', collect);
  if (isPaged(row)) addPages(command);
  if (isWriting(row)) command.option('--dry-run', 'say what would be, and change nothing');
  if (isChange(row)) command.option('--if-match <tag>', 'only if it is still what you read: the tag that showing it names');
  if (isRemoval(row)) command.option('--yes', 'without being asked');
  if (row.route.includes('{orgId}') && !row.orgIsArgument)
    command.option('--org <id>', 'id of the organization; otherwise GATEHOUSE_ORG, or your own');
  addServiceOptions(command);
  return command.addHelpText('after', examplesOf(row.examples));
}

/** Each example on a separate line, as it is typed. */
export function examplesOf(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((example) => `  $ ${example}\n`).join('')}`;
}

function addPages(command: Command): void {
  command
    .option('--limit <number>', 'entries of a page')
    .option('--cursor <cursor>', 'go on where a page ended')
    .option('--all', 'every page')
    .option('--sort <member>', 'in the order of this member; with - before it, backwards')
    .option('--total', 'how many there are on all pages');
}

/** Adds an option for each field. */
export function addFields(command: Command, fields: readonly Field[]): void {
  for (const option of fields.flatMap(optionsOf)) command.addOption(option);
}

function optionsOf({ option: name, type, required, choices, ...field }: Field): Option[] {
  const does = required ? `${field.does} (required)` : field.does;
  if (type === 'flag')
    return [new Option(`--${name}`, `${does}; --no-${name}: the opposite`), new Option(`--no-${name}`, 'the opposite').hideHelp()];
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
