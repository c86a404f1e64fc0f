// The kinds of changes for which a policy may require that the administrator signed in a short time ago. Loads nothing: the command line names them too.

/**
 * The words of the policy `administration`. `administrators`: who has member roles. `policies`: policies and features. `secrets`: credentials of programs,
 * identity providers and mail, and exports, which have password hashes. `signIn`: what people sign in with, and who is in a group. `keys`: the keys behind tokens.
 */
export const FRESH_CHANGES = ['administrators', 'policies', 'secrets', 'signIn', 'keys'] as const;
export type FreshChange = (typeof FRESH_CHANGES)[number];

/** Any of these kinds: for the policy that lists them, so that a stolen session can't switch off its own obstacle. */
export const ANY_FRESH_CHANGE = 'any';
