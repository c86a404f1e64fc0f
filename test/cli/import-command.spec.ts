import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../src/cli/import-command.js';
import { progressLine } from '../../src/cli/terminal/progress.js';

const job = { records: 1_200, done: 1_200, added: 0, changed: 0, failed: 0 };

describe('the end of an import', () => {
  it.each([
    [job, true, '1,200 entries are valid, 0 are not; nothing was written'],
    [{ ...job, failed: 5 }, true, '1,195 entries are valid, 5 are not; nothing was written'],
    [
      { ...job, done: 7, failed: 5 },
      true,
      '2 entries are valid, 5 are not; nothing was written; 1,193 of 1,200 entries were not processed',
    ],
    [{ ...job, done: 0 }, true, '0 entries are valid, 0 are not; nothing was written; 1,200 of 1,200 entries were not processed'],
    [{ ...job, added: 1_199, failed: 1 }, false, '1,199 added, 0 changed, 1 not imported'],
    [
      { ...job, added: 1_200, groups: 3, members: 4_500 },
      false,
      '1,200 added, 0 changed, 0 not imported; 3 groups and 4,500 memberships among them',
    ],
    [{ ...job, done: 7, added: 7 }, false, '7 added, 0 changed, 0 not imported; 1,193 of 1,200 entries were not processed'],
  ])('is told without absurd numbers, and nobody is called fine who was not looked at (%j, dry run: %s)', (one, isDryRun, text) => {
    expect(outcomeOf(one, isDryRun)).toBe(text);
  });

  it('is never less than nothing away, though the file has grown', () => {
    expect(progressLine({ label: 'Sending bytes', done: 120, total: 100, rate: 10, secondsLeft: -2, errors: 0 })).toContain(' · 0 s left');
  });
});
