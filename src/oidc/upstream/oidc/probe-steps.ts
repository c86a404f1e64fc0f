// The steps of the test of a provider.
import { UpstreamError, type ProbeStep } from '../upstream.js';
import type { Endpoints } from './code-flow.js';
import { probeStep } from '../probe-step.js';
import { MAX_BYTES, type ProviderHttp } from '../provider-http.service.js';

/** Whether the page that people are redirected to exists. What it shows without a request doesn't matter. */
export async function probeAuthorization(http: ProviderHttp, { authorizationEndpoint: url }: Endpoints): Promise<ProbeStep> {
  const { step } = await probeStep('authorization endpoint', async () => {
    const { status } = await http.send(url, {}, { what: 'The authorization endpoint', maxBytes: MAX_BYTES.document });
    if (status === 404 || status > 499)
      throw new UpstreamError('misconfigured', `The authorization endpoint (${url}) answers with status ${status}.`);
    return { detail: `People are redirected to ${url}.` };
  });
  return step;
}
