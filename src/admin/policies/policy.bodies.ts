// The classes of each kind of policy, made of the table of kinds: what is sent, what is shown, and how both are described.
import type { Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Flag, HexColour, OneOf, TextList, Whole, WordList } from '../../common/http/fields.js';
import { listView } from '../../common/http/list-request.js';
import { MergePatchOf } from '../../common/http/merge-patch.js';
import { EFFECTS, MOST_READ } from './policy-effects.service.js';
import type { ItemList } from '../../common/primitives/list-items.js';
import type { PolicyState } from '../../users/organizations/policies/policies.service.js';
import { factsOf, DECIDED_KINDS, type PolicyField, type PolicyKind } from '../../users/organizations/policies/policy-kinds.js';

type FieldMark<Field> = (field: Field, facts: { description: string; example: unknown; optional: boolean }) => PropertyDecorator;

/** How a field of each type is checked and described. */
const FIELD_MARKS: { readonly [Name in PolicyField['type']]: FieldMark<Extract<PolicyField, { type: Name }>> } = {
  flag: (_, facts) => Flag(facts),
  whole: ({ min, max }, facts) => Whole(min, max, facts),
  colour: (_, facts) => HexColour(facts),
  choice: ({ words }, facts) => OneOf(words, facts),
  choices: ({ words }, facts) => WordList(words, facts),
  texts: ({ maxItems, maxLength }, facts) => TextList(maxItems, maxLength, facts),
};

const markOf = (field: PolicyField) => FIELD_MARKS[field.type] as FieldMark<PolicyField>;

/** What is sent about one kind of policy, and what is answered. */
export interface PolicyClasses {
  /** Of PUT. */
  body: Type<object>;
  /** Of PATCH. */
  change: Type<object>;
  view: Type<object>;
}

const EFFECTIVE = 'what holds: own over inherited, raised to the floor that the service or the product sets';
const SOURCES = 'where each value of `effective` comes from, and which floor raised it';
const EFFECTS_DOES = `of a dry run for an organization: the people that the change newly concerns, among its first ${MOST_READ}`;
const RAISED = { from: 'organization', raisedBy: 'service' };

/** Who decided one value that holds. */
class PolicySourceView {
  @ApiProperty({ enum: ['organization', 'service', 'default'], example: RAISED.from }) from: string;
  @ApiPropertyOptional({
    enum: ['service', 'product'],
    description: 'what was decided is weaker than this floor, which holds instead; absent: it holds as decided',
    example: RAISED.raisedBy,
  })
  raisedBy?: string;
}

/** What a change would do to people. */
class PolicyEffectView {
  @ApiProperty({
    enum: EFFECTS,
    description: 'secondStepNeeded: they have to set up a further step; signInLost: they are left without a way to sign in',
    example: 'secondStepNeeded',
  })
  effect: string;
  @ApiProperty({ example: 312 }) people: number;
  @ApiProperty({ description: 'more may be concerned: the organization has more people than are read' }) atLeast: boolean;
}

/** A policy as a list shows it: the fields of each kind are described where one kind is read. */
export class PolicyEntryView {
  @ApiProperty({ enum: DECIDED_KINDS }) kind: PolicyKind;
  @ApiProperty({ description: 'what was decided here', type: 'object', additionalProperties: true }) own: object;
  @ApiProperty({ description: 'what holds without it', type: 'object', additionalProperties: true }) inherited: object;
  @ApiProperty({ description: EFFECTIVE, type: 'object', additionalProperties: true }) effective: object;
  @ApiProperty({ description: SOURCES, type: 'object', additionalProperties: true, example: { minLength: RAISED } }) sources: object;
}

export const PolicyListView = listView('policies', PolicyEntryView);

export const POLICY_LIST: ItemList<PolicyState> = {
  no: ({ kind }) => DECIDED_KINDS.indexOf(kind),
  sorts: { kind: ({ kind }) => kind },
  filters: {
    kind: { kind: 'is', words: DECIDED_KINDS, of: ({ kind }) => kind, description: 'only this kind' },
    decided: {
      kind: 'is',
      words: ['true', 'false'],
      of: ({ own }) => String(Object.keys(own).length > 0),
      description: 'only kinds about which something was decided here, or nothing',
    },
  },
};

/** A policy as it is answered. Its fields also stand at the top, as in the time when only what holds was shown. */
export function policyView({ kind, own, inherited, effective, sources }: PolicyState): object {
  return { kind, own, inherited, effective, sources, ...effective };
}

export function policyClasses(kind: PolicyKind): PolicyClasses {
  const { setWhole = false } = factsOf(kind);
  const body = fieldsClass(kind, 'Body', !setWhole);
  const change = class extends MergePatchOf(body, { unsettable: Object.keys(factsOf(kind).fields) as never[] }) {};
  return { body, change: named(kind, 'ChangeBody', change), view: viewClass(kind) };
}

function viewClass(kind: PolicyKind): Type<object> {
  const view = named(kind, 'View', class {});
  const whole = fieldsClass(kind, 'Values', false);
  const members = {
    kind: { enum: [kind] },
    own: { type: fieldsClass(kind, 'Decision', true), description: 'what was decided here' },
    inherited: { type: whole, description: 'what holds without it' },
    effective: { type: whole, description: EFFECTIVE },
    sources: { type: sourcesClass(kind), description: SOURCES },
  };
  for (const [name, facts] of Object.entries(members)) ApiProperty(facts)(view.prototype as object, name);
  if (kind === 'assurance')
    ApiPropertyOptional({ type: [PolicyEffectView], description: EFFECTS_DOES })(view.prototype as object, 'effects');
  addFields(view, kind, false);
  for (const name of Object.keys(factsOf(kind).fields))
    ApiProperty({ deprecated: true, description: 'as in `effective`' })(view.prototype as object, name);
  return view;
}

function sourcesClass(kind: PolicyKind): Type<object> {
  const sources = named(kind, 'Sources', class {});
  for (const name of Object.keys(factsOf(kind).fields)) ApiProperty({ type: PolicySourceView })(sources.prototype as object, name);
  return sources;
}

function fieldsClass(kind: PolicyKind, suffix: string, optional: boolean): Type<object> {
  return addFields(named(kind, suffix, class {}), kind, optional);
}

function addFields(type: Type<object>, kind: PolicyKind, optional: boolean): Type<object> {
  for (const [name, field] of Object.entries(factsOf(kind).fields)) {
    const facts = { description: `${field.does} (default ${JSON.stringify(field.default)})`, example: field.default, optional };
    markOf(field)(field, facts)(type.prototype as object, name);
  }
  return type;
}

/** `PasswordPolicyBody`: the document names schemas by their classes. */
function named(kind: PolicyKind, suffix: string, type: Type<object>): Type<object> {
  Object.defineProperty(type, 'name', { value: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Policy${suffix}` });
  return type;
}
