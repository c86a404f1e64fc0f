// One operation: what it does, a form to try it, and its answer.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { FORM, curlOf, formLines, requestOf, send, type Entered, type Received } from './api.ts';
import { mayCall, type Caller } from './caller.ts';
import { fileMember, type ApiDocument, type Content, type Operation, type Parameter } from './document.ts';
import { Fields } from './fields.tsx';
import { filledIn, type KnownValues } from './known-values.ts';
import { heading, Method } from './navigation.tsx';
import { ParameterField } from './parameter-field.tsx';
import { ReceivedAnswer } from './received-answer.tsx';
import { Inline, Text } from './text.tsx';

export interface OperationPageProps {
  api: ApiDocument;
  operation: Operation;
  caller: Caller | undefined;
  orgId: string;
  known: KnownValues;
  renew(): Promise<void>;
}

export function OperationPage(props: OperationPageProps): JSX.Element {
  const { api, operation, caller, orgId } = props;
  const isAllowed = caller === undefined || mayCall(caller, operation, orgId);
  return (
    <>
      <p class="soft back">
        <span>
          <a href="#">All operations</a> ·{' '}
        </span>
        {heading(operation.section)}
      </p>
      <h1 tabIndex={-1}>{operation.summary}</h1>
      <p class="address">
        <Method method={operation.method} /> <code>{operation.path}</code>
      </p>
      <Text text={operation.description} />
      {!isAllowed && <p class="note">Your roles don’t include this permission here, so the service will refuse the request.</p>}
      <TryIt {...props} />
      <h2>Answers</h2>
      <ul class="answers">
        {operation.answers.map(({ status, description, content }) => (
          <li key={status}>
            <strong>{status}</strong> <Inline text={description} />
            {content && status < '400' && <Fields schema={content.schema} api={api} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function textOf(content: Content | undefined, orgId: string, known: KnownValues): string {
  if (content?.example === undefined) return '';
  const example = filledIn(content.example, (name) => known.ofMember(name) ?? (name === 'orgId' ? orgId : undefined));
  if (content.type === FORM) return formLines(example);
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}

function TryIt({ api, operation, caller, orgId, known, renew }: OperationPageProps): JSX.Element {
  const start = useMemo((): Entered => {
    const values = operation.parameters.flatMap(({ in: place, name, schema }) => {
      const word = schema.example ?? schema.enum?.[0];
      const value = name === 'orgId' && orgId !== '' ? orgId : (known.ofParameter(operation.path, name) ?? word);
      return place === 'path' && value !== undefined ? [[name, String(value)] as const] : [];
    });
    const [content] = operation.bodies;
    const body = textOf(content, orgId, known);
    return { parameters: Object.fromEntries(values), body, clientId: '', clientSecret: '', ...(content && { content }) };
  }, [operation, orgId, known]);
  const [entered, setEntered] = useState(start);
  const [received, setReceived] = useState<Received>();
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const change = (part: Partial<Entered>) => setEntered((before) => ({ ...before, ...part }));
  const request = requestOf(operation, entered, caller?.token);
  const ofPlace = (isWanted: (parameter: Parameter) => boolean) =>
    operation.parameters
      .filter(isWanted)
      .map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={entered.parameters[parameter.name] ?? ''}
          onChange={(value) => change({ parameters: { ...entered.parameters, [parameter.name]: value } })}
        />
      ));
  const submit = async () => {
    if (isSending) return;
    const [, placeholder] = (!entered.file && /"\{(\w+)\}"/.exec(entered.body)) || [];
    if (placeholder !== undefined) return setFault(`Put an id in the place of {${placeholder}} first.`);
    setFault(undefined);
    setSending(true);
    try {
      const answer = await send(request);
      setReceived(answer);
      if (answer.status < 300) known.learn(operation, inPath(operation, entered), answer.json);
    } catch {
      setFault('The service can’t be reached. Check your connection and try again.');
    } finally {
      setSending(false);
    }
  };
  const optional = ofPlace(({ in: place, required }) => place !== 'path' && !required);
  const needsToken = operation.caller === 'token' && caller === undefined;
  return (
    <section aria-label="Try it">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {ofPlace(({ in: place }) => place === 'path')}
        {ofPlace(({ in: place, required }) => place !== 'path' && required === true)}
        {operation.caller === 'client' && <Credentials entered={entered} change={change} />}
        {entered.content && (
          <Body api={api} operation={operation} entered={entered} change={change} textFor={(content) => textOf(content, orgId, known)} />
        )}
        {optional.length > 0 && (
          <details>
            <summary>Optional parameters ({optional.length})</summary>
            {optional}
          </details>
        )}
        {fault !== undefined && (
          <p role="alert" class="fault">
            {fault}
          </p>
        )}
        <div class="buttons">
          {operation.isPage ? (
            <a class="button primary" href={request.target} target="_blank" rel="noreferrer">
              Open in a new tab
            </a>
          ) : (
            <button class="primary" type="submit" disabled={needsToken} aria-describedby={needsToken ? 'needs' : undefined}>
              {isSending ? 'Sending …' : 'Send'}
            </button>
          )}
          {needsToken && (
            <span id="needs" class="soft">
              Sign in to send it.
            </span>
          )}
        </div>
      </form>
      <details>
        <summary>As a command</summary>
        <pre tabIndex={0} aria-label="Command">
          {curlOf(request)}
        </pre>
      </details>
      <p role="status" class="read-aloud">
        {received && `${received.status} ${received.statusText}`}
      </p>
      {received && <ReceivedAnswer received={received} {...(received.status === 401 && operation.caller === 'token' && { renew })} />}
    </section>
  );
}

function inPath({ parameters }: Operation, entered: Entered): Record<string, string> {
  const names = parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, entered.parameters[name] ?? '']));
}

interface PartProps {
  entered: Entered;
  change(part: Partial<Entered>): void;
}

function Credentials({ entered, change }: PartProps): JSX.Element {
  return (
    <>
      <label>
        Client ID
        <input
          autocomplete="off"
          spellcheck={false}
          value={entered.clientId}
          onInput={(event) => change({ clientId: event.currentTarget.value })}
        />
      </label>
      <label>
        Client secret
        <input
          type="password"
          autocomplete="off"
          value={entered.clientSecret}
          onInput={(event) => change({ clientSecret: event.currentTarget.value })}
        />
      </label>
    </>
  );
}

/** For bodies that are usually files: imports, and pictures. */
function FileOf({ api, operation, entered, change }: Omit<BodyProps, 'textFor'>): JSX.Element | null {
  const { content, file } = entered;
  const [round, setRound] = useState(0);
  const member = content && fileMember(content.schema, api);
  const isRaw = operation.bodies.some(({ type }) => type !== FORM && !/[/+]json$/.test(type));
  if (member === undefined && !isRaw) return null;
  return (
    <>
      <label>
        File <span class="type">{member === undefined ? 'in place of the body' : `in place of the body, as ${member} in base64`}</span>
        <input
          key={`${content?.type} ${round}`}
          type="file"
          onChange={({ currentTarget: { files } }) => change({ file: files?.[0] && { file: files[0], member } })}
        />
      </label>
      {file && (
        <p>
          <button
            type="button"
            onClick={() => {
              change({ file: undefined });
              setRound(round + 1);
            }}
          >
            Send the text below instead
          </button>
        </p>
      )}
    </>
  );
}

interface BodyProps extends PartProps {
  api: ApiDocument;
  operation: Operation;
  textFor(content: Content): string;
}

function Body({ api, operation, entered, change, textFor }: BodyProps): JSX.Element {
  const lines = Math.min(Math.max(entered.body.split('\n').length, 3), 24);
  return (
    <>
      {operation.bodies.length > 1 && (
        <label>
          Media type
          <select
            value={entered.content?.type}
            onChange={(event) => {
              const content = operation.bodies.find(({ type }) => type === event.currentTarget.value);
              if (content) change({ content, body: textFor(content), file: undefined });
            }}
          >
            {operation.bodies.map(({ type }) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </label>
      )}
      <FileOf api={api} operation={operation} entered={entered} change={change} />
      <label>
        Body <span class="type">{entered.content?.type === FORM ? 'a field per line: name=value' : entered.content?.type}</span>
        <textarea
          rows={lines}
          spellcheck={false}
          autocomplete="off"
          value={entered.body}
          disabled={entered.file !== undefined}
          onInput={(event) => change({ body: event.currentTarget.value })}
        />
      </label>
      {entered.content && (
        <details>
          <summary>Fields of the body</summary>
          <Fields schema={entered.content.schema} api={api} />
        </details>
      )}
    </>
  );
}
