// A promise and what settles it, until every supported Node has `Promise.withResolvers`.

export interface Resolvers<Value> {
  promise: Promise<Value>;
  resolve(value: Value): void;
}

/** @returns a promise that stays pending until `resolve` is called */
export function withResolvers<Value>(): Resolvers<Value> {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}
