// The test of the certificates of a provider.
import { keyFault, readCertificate } from '../../../users/authentication/identity-providers/saml-certificate.js';
import type { ProbeStep } from '../upstream.js';

const DAY_MS = 86_400_000;

/** One step for each certificate, with the days until it ends. */
export function certificateSteps(certificates: readonly string[], nowMs: number): ProbeStep[] {
  if (certificates.length === 0)
    return [{ step: 'certificate', ok: false, detail: 'There is none. Add the one that the provider signs with.' }];
  return certificates.map((text) => ({ step: 'certificate', ...stateOf(text, nowMs) }));
}

function stateOf(text: string, nowMs: number): Omit<ProbeStep, 'step'> {
  const certificate = readCertificate(text);
  if (!certificate) return { ok: false, detail: 'It cannot be read as an X.509 certificate.' };
  const fault = keyFault(certificate);
  if (fault) return { ok: false, detail: `${certificate.subject}: ${fault}.` };
  const end = new Date(certificate.endsMs).toISOString().slice(0, 10);
  const days = Math.floor((certificate.endsMs - nowMs) / DAY_MS);
  // Its key still verifies (saml-certificate.ts).
  if (days < 0)
    return {
      ok: false,
      detail: `${certificate.subject}: it ended on ${end}. Signatures by it still count. Ask the provider for a new one.`,
    };
  return { ok: true, detail: `${certificate.subject}: until ${end}, ${days} days left.` };
}
