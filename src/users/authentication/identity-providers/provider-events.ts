// The events of identity providers: what changed, by whom.
import { isDeepStrictEqual } from 'node:util';
import { OF_SERVICE, type IdentityProvider, type ProviderContent, type ProviderOwner } from './identity-provider.js';

/** Longer values of settings, keys and certificates are not part of events; the event still names the setting. */
const MAX_EVENT_VALUE = 1_000;
const PEM = '-----BEGIN';

/** The event that a provider was added, changed or removed. @param facts the rest of its payload */
export function providerEvent(
  what: 'added' | 'changed' | 'removed',
  owner: Pick<NonNullable<ProviderOwner>, 'no' | 'id'> | undefined,
  { id, name }: IdentityProvider,
  facts: object,
  editor: string,
) {
  return {
    ...(owner
      ? { type: `org.idp.${what}` as const, orgNo: owner.no, id: owner.id }
      : { type: `instance.idp.${what}` as const, orgNo: OF_SERVICE, id: 'instance' }),
    editor,
    payload: { identityProviderId: id, name, ...facts },
  };
}

/** The settings that differ, with the new values. A value that an event does not take is left out, and `changed` names its setting. */
export function changesOf(before: Partial<ProviderContent>, after: ProviderContent): Record<string, unknown> {
  const [from, to] = [settingsOf(before), settingsOf(after)];
  const changed = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((name) => !isDeepStrictEqual(from[name], to[name]));
  if (changed.length === 0) return {};
  const shown = changed.filter((name) => {
    const text = JSON.stringify(to[name] ?? null);
    return text.length <= MAX_EVENT_VALUE && !text.includes(PEM);
  });
  return { ...Object.fromEntries(shown.map((name) => [name, to[name] ?? null])), changed };
}

function settingsOf({ name, enabled, rules, connection }: Partial<ProviderContent>): Record<string, unknown> {
  const groups = rules?.groups.map(({ value, groupId }) => ({ value, groupId }));
  return { ...(name !== undefined && { name, enabled }), ...rules, ...(groups && { groups }), ...connection };
}
