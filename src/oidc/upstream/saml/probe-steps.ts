// The steps of the test of a provider.
import { keyFault, readCertificate } from '../../../users/authentication/identity-providers/saml-certificate.js';
import { probeStep } from '../probe-step.js';
import { MAX_BYTES, type ProviderHttp } from '../provider-http.service.js';
import { UpstreamError, type ProbeStep } from '../upstream.js';
import type { SamlConnection } from '../../../users/authentication/identity-providers/saml-connection.js';
import type { SamlMetadataCache } from './saml-metadata.service.js';

const DAY_MS = 86_400_000;

/** Loads the metadata document. No step without one. */
export async function probeMetadata(
  metadata: SamlMetadataCache,
  stored: SamlConnection,
): Promise<{ step?: ProbeStep; result?: SamlConnection | undefined }> {
  const { metadataUrl } = stored;
  if (metadataUrl === undefined) return {};
  return probeStep('metadata', async () => {
    const result = await metadata.reload(stored, metadataUrl);
    const isStored = result.certificates.every((certificate) => stored.certificates.some((one) => isSame(one, certificate)));
    const news = isStored
      ? ''
      : ' It has certificates that are not among the stored ones. They are used; store them for a time without the document.';
    return { result, detail: `The document of ${result.entityId} has ${result.certificates.length} certificates.${news}` };
  });
}

const isSame = (one: string, other: string): boolean => readCertificate(one)?.pem === readCertificate(other)?.pem;

/** Whether the page that people are redirected to exists. What it shows without a request doesn't matter. */
export async function probeSignOn(http: ProviderHttp, { ssoUrl }: SamlConnection): Promise<ProbeStep> {
  const step = 'sign-on URL';
  try {
    const { status } = await http.send(ssoUrl, {}, { what: step, maxBytes: MAX_BYTES.document });
    return status === 404
      ? { step, ok: false, detail: `${ssoUrl} answers with status 404. Compare it with the metadata of the provider.` }
      : { step, ok: true, detail: `People are redirected to ${ssoUrl}.` };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // Many companies have it in their own network.
    return {
      step,
      ok: true,
      detail: `People are redirected to ${ssoUrl}. This service can't reach it (${error.message}); only browsers must.`,
    };
  }
}

/** One step for each certificate, with the days until it ends. */
export function certificateSteps(certificates: readonly string[], nowMs: number): ProbeStep[] {
  if (certificates.length === 0)
    return [{ step: 'certificate', ok: false, detail: 'There is none. Add the certificate that the provider signs with.' }];
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
