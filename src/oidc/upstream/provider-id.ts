// The form of a provider's public id.

/** Ids are UUIDs, or were chosen by an import. Nothing else is looked up. */
export function isProviderId(text: string): boolean {
  return /^[\w.~:@-]{1,36}$/.test(text);
}
