// The steps of the test of a provider.
import { UpstreamError, type ProbeStep } from '../upstream.js';
import { worded, type Endpoints } from './code-flow.js';
import { MAX_BYTES, type ProviderHttp } from '../provider-http.service.js';

/** Runs one step; what it throws is the detail of a failed one. */
export async function probeStep<Result>(
  step: string,
  work: () => Promise<{ result?: Result; detail: string }>,
): Promise<{ step: ProbeStep; result?: Result | undefined }> {
  try {
    const { result, detail } = await work();
    return { step: { step, ok: true, detail }, result };
  } catch (error) {
    return { step: { step, ok: false, detail: worded(error).message } };
  }
}

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
