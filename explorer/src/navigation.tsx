// All operations: searched, or section by section.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { search, type ApiDocument, type Operation } from './document.ts';

export function Navigation({ api, current }: { api: ApiDocument; current: Operation | undefined }): JSX.Element {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const found = text.trim() === '' ? undefined : search(api.operations, text);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  return (
    <nav aria-label="Operations">
      <label class="search">
        <span>
          Search {api.operations.length} operations <kbd>Ctrl K</kbd>
        </span>
        <input
          ref={field}
          type="search"
          autocomplete="off"
          spellcheck={false}
          placeholder="add person, userinfo, /policies"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <p role="status" class={found ? 'soft' : 'read-aloud'}>
        {found && (found.length === 0 ? 'Nothing found. Try another word.' : `${found.length} found`)}
      </p>
      {found ? <Links operations={found} current={current} /> : <Sections api={api} current={current} />}
    </nav>
  );
}

function Sections({ api, current }: { api: ApiDocument; current: Operation | undefined }): JSX.Element {
  return (
    <>
      {api.sections.map(({ name, description, operations }) => (
        <details key={name} open={operations.includes(current as Operation)}>
          <summary>
            <h2>{heading(name)}</h2> <span class="soft">{description}</span>
          </summary>
          <Links operations={operations} current={current} />
        </details>
      ))}
    </>
  );
}

function Links({ operations, current }: { operations: readonly Operation[]; current: Operation | undefined }): JSX.Element {
  return (
    <ul class="links">
      {operations.map((one) => (
        <li key={one.id}>
          <a href={`#${one.id}`} aria-current={one === current ? 'page' : undefined}>
            <Method method={one.method} /> <span>{one.summary}</span> <code>{one.path}</code>
          </a>
        </li>
      ))}
    </ul>
  );
}

export function Method({ method }: { method: string }): JSX.Element {
  return <span class={`method ${method.toLowerCase()}`}>{method}</span>;
}

export function heading(section: string): string {
  return section.charAt(0).toUpperCase() + section.slice(1);
}
