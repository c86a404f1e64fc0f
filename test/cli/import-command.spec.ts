import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../src/cli/import-command.js';
import { progressLine } from '../../src/cli/progress.js';

const job = { state: 'done', records: 1_200, added: 0, changed: 0, failed: 0 };
const left = '\nWhat belongs to an organization that is refused is left out with it, and not counted.';

describe('the end of an import', () => {
  it.each([
    [job, true, '1,200 entries are fine, 0 are not; nothing was written'],
    [{ ...job, failed: 5 }, true, `5 of 1,200 entries are refused; nothing was written${left}`],
    // Its checkpoints are gone: how many were looked at nobody knows.
    [
      { ...job, state: 'canceled', failed: 5 },
      true,
      `5 entries are refused, not all of 1,200 entries were looked at; nothing was written${left}`,
    ],
    [{ ...job, state: 'failed' }, true, '0 entries are refused, not all of 1,200 entries were looked at; nothing was written'],
    [{ ...job, added: 1_199 }, false, '1,199 added, 0 changed, 0 not imported'],
    [{ ...job, added: 7, failed: 1 }, false, `7 added, 0 changed, 1 not imported${left}`],
    [{ ...job, state: 'canceled', added: 7 }, false, '7 added, 0 changed, 0 not imported, not all of 1,200 entries were looked at'],
  ])('is told without absurd numbers, and nobody is called fine who was not looked at (%j, dry run: %s)', (one, isDryRun, text) => {
    expect(outcomeOf(one, isDryRun)).toBe(text);
  });

  it('is never less than nothing away, though the file has grown', () => {
    expect(progressLine({ label: 'Sending bytes', done: 120, total: 100, rate: 10, secondsLeft: -2, errors: 0 })).toContain(' · 0 s left');
  });
});
