// A parameter of an operation, as a field of its form.
import type { JSX } from 'preact';
import type { Parameter } from './document.ts';
import { Inline } from './text.tsx';

interface ParameterFieldProps {
  parameter: Parameter;
  value: string;
  onChange(value: string): void;
}

export function ParameterField({ parameter, value, onChange }: ParameterFieldProps): JSX.Element {
  const { name, in: place, schema, description } = parameter;
  const isRequired = place === 'path' || parameter.required === true;
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum?.map(String);
  const id = `parameter-${name}`;
  return (
    <div class="parameter">
      <label for={id}>
        <code>{name}</code> <span class="type">{place === 'path' ? 'in the path' : place === 'header' ? 'header' : 'in the query'}</span>
      </label>
      {choices ? (
        <select
          id={id}
          value={value}
          required={isRequired}
          aria-describedby={`${id}-what`}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{isRequired ? 'Choose' : 'not sent'}</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          autocomplete="off"
          spellcheck={false}
          value={value}
          required={isRequired}
          aria-describedby={`${id}-what`}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <span id={`${id}-what`} class="soft">
        <Inline text={description ?? ''} />
      </span>
    </div>
  );
}
