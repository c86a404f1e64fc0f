// The members of the library that its type package does not declare. Check everything here again before upgrading the library.
import type { Adapter, KoaContextWithOIDC, Provider } from 'oidc-provider';

export type AccessTokenModel = InstanceType<Provider['AccessToken']>;
export type ClientModel = InstanceType<Provider['Client']>;
export type GrantModel = InstanceType<Provider['Grant']>;
export type SessionModel = InstanceType<Provider['Session']>;
export type AccountModel = NonNullable<KoaContextWithOIDC['oidc']['account']>;

/** A sign-in in progress. Our additions: the browser that began it, and when (seconds since 1970 UTC). */
export type InteractionModel = InstanceType<Provider['Interaction']> & {
  browser?: string;
  begun?: number;
  parJti?: string;
  /** The id of the waiting device that the sign-in is for. */
  deviceCode?: string;
};

/** A class of the library whose methods are overridden. */
export interface Model<Instance> {
  new (properties: Record<string, unknown>): Instance;
  prototype: Instance;
  find(id: string, options?: unknown): Promise<Instance | undefined>;
}

/** Answers of a model that this service never stores. */
export const NOTHING_STORED: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};
