// The form of a provider's public id.

/** Ids are UUIDs. Nothing else is looked up, so that addresses that anybody types do not fill the cache. */
export function isProviderId(text: string): boolean {
  return /^[\da-f-]{36}$/.test(text);
}
