// What the API document says of a request, as types: which paths a method has, what each takes, and what it answers.
import type { paths } from './document.d.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have this method. */
export type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];

type Operation<M extends Method, P extends keyof paths> = paths[P] extends Record<M, infer O> ? O : never;
type Content<T> = T extends { content: infer C } ? C[keyof C] : undefined;
type Succeeded = 200 | 201 | 202 | 204;

/** The body of the answer if all goes well; undefined if there is none. */
export type Answer<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { responses: infer R } ? { [S in keyof R]: S extends Succeeded ? Content<R[S]> : never }[keyof R] : never;

type Member<Name extends string, T> = [T] extends [undefined] ? object : undefined extends T ? { [N in Name]?: T } : { [N in Name]: T };
type ParameterOf<O, Name extends string> = O extends { parameters: infer Q } ? (Name extends keyof Q ? Q[Name] : undefined) : undefined;
type BodyOf<O> = O extends { requestBody: infer B }
  ? Content<B>
  : O extends { requestBody?: infer B }
    ? Content<NonNullable<B>> | undefined
    : undefined;

/** What a request takes: the values in its path and its query, and its body. */
export type Input<M extends Method, P extends keyof paths> = Member<'path', ParameterOf<Operation<M, P>, 'path'>> &
  Member<'query', ParameterOf<Operation<M, P>, 'query'>> &
  Member<'body', BodyOf<Operation<M, P>>>;

/** The same without its types, for what sends and shows it. */
export interface PlainInput {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}
