// What a sign-in must be for a change, as the service says it in a refusal (RFC 9470).
export interface SignInDemand {
  maxAgeSeconds: number | undefined;
  /** Levels of assurance, any of which is enough. */
  acrValues: string | undefined;
}

/** @returns undefined for a challenge of another kind */
export function demandIn(challenge: string): SignInDemand | undefined {
  if (!challenge.includes('error="insufficient_user_authentication"')) return undefined;
  const maxAge = parameterOf(challenge, 'max_age');
  return { maxAgeSeconds: maxAge === undefined ? undefined : Number(maxAge), acrValues: parameterOf(challenge, 'acr_values') };
}

function parameterOf(challenge: string, name: 'max_age' | 'acr_values'): string | undefined {
  const [, after] = challenge.split(`, ${name}="`);
  return after?.split('"', 1)[0];
}
