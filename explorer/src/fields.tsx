// The members of a body or an answer, as a list; those of a member are drawn when it is opened.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiDocument, Schema } from './document.ts';
import { Inline } from './text.tsx';

interface Member {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

/** Lists, references and compositions lead to the members inside. */
function membersOf(schema: Schema, api: ApiDocument): Member[] {
  const whole = api.resolve(schema);
  if (whole.items) return membersOf(whole.items, api);
  const composed = [...(whole.allOf ?? []), ...(whole.anyOf ?? []), ...(whole.oneOf ?? [])];
  const own = Object.entries(whole.properties ?? {}).map(([name, member]) => ({
    name,
    schema: member,
    isRequired: whole.required?.includes(name) === true,
  }));
  return [...own, ...composed.flatMap((part) => membersOf(part, api))];
}

function typeOf(schema: Schema, api: ApiDocument): string {
  const whole = api.resolve(schema);
  if (whole.items) return `list of ${typeOf(whole.items, api)}`;
  if (whole.enum) return whole.enum.map((value) => JSON.stringify(value)).join(' | ');
  const types = [whole.type ?? (whole.properties || whole.allOf ? 'object' : 'any')].flat().join(' | ');
  return whole.format === undefined ? types : `${types} (${whole.format})`;
}

export function Fields({ schema, api }: { schema: Schema; api: ApiDocument }): JSX.Element | null {
  const members = membersOf(schema, api);
  if (members.length === 0) return null;
  return (
    <ul class="fields">
      {members.map((member) => (
        <Field key={member.name} {...member} api={api} />
      ))}
    </ul>
  );
}

function Field({ name, schema, isRequired, api }: Member & { api: ApiDocument }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const hasMembers = membersOf(schema, api).length > 0;
  const description = schema.description ?? api.resolve(schema).description;
  return (
    <li>
      <code>{name}</code> <span class="type">{typeOf(schema, api)}</span>
      {isRequired && <span class="type"> required</span>}
      {description !== undefined && (
        <p>
          <Inline text={description} />
        </p>
      )}
      {hasMembers && (
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>
            Fields of <code>{name}</code>
          </summary>
          {isOpen && <Fields schema={schema} api={api} />}
        </details>
      )}
    </li>
  );
}
