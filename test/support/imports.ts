// Imports that run in the background.
import type { HttpService } from './service.js';

const ENDS = new Set(['done', 'failed', 'stopped', 'canceled']);

/** Waits until a job has come to an end, good or bad. */
export async function ended(service: HttpService, id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { status, body } = await service.call('GET', `/admin/v1/imports/${id}`);
    if (status !== 200) throw new Error(`The import cannot be read: ${status}`);
    if (ENDS.has(body.state)) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
