import { sendRequest, type ApiRequest, type Versioned } from '../../api/client.ts';
import { asFault } from '../../api/fault.ts';

const TOO_MANY = 429;
const DEFAULT_WAIT_SECONDS = 5;

/** Sends one of many requests: waits as long as the service says when it limits the caller. @throws ApiFault for every other refusal */
export async function sendPatiently<T>(request: ApiRequest<T>): Promise<Versioned<T>> {
  try {
    return await sendRequest(request);
  } catch (error) {
    const fault = asFault(error);
    if (fault.status !== TOO_MANY) throw fault;
    await new Promise((resolve) => setTimeout(resolve, (fault.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS) * 1_000));
    return sendPatiently(request);
  }
}
