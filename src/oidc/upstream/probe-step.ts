// One step of the test of a provider, whatever its protocol.
import { UpstreamError, type ProbeStep } from './upstream.js';

/** Runs one step; the UpstreamError that it throws is the detail of a failed one. */
export async function probeStep<Result>(
  step: string,
  work: () => Promise<{ result?: Result; detail: string }>,
): Promise<{ step: ProbeStep; result?: Result | undefined }> {
  try {
    const { result, detail } = await work();
    return { step: { step, ok: true, detail }, result };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { step: { step, ok: false, detail: error.message } };
  }
}
