// The guide to SCIM says what the code does: its table of switches is that of the code.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PRESETS, SWITCHES, type Preset } from '../../src/scim/protocol/schema/dialect.js';

const GUIDE = readFileSync('docs/scim.md', 'utf8');

describe('the guide to SCIM', () => {
  it('has every switch with what it does and where it is on', () => {
    for (const [name, { on, off, presets }] of Object.entries(SWITCHES)) {
      const row = GUIDE.split('\n').find((line) => line.startsWith(`| \`${name}\``));
      const cells = row?.split('|').map((cell) => cell.trim());
      expect(cells?.slice(1, -1), name).toEqual([`\`${name}\``, on, off, presets.map((preset) => `\`${preset}\``).join(', ') || 'none']);
    }
  });

  it('has every deviation that a switch decides, with the presets that it holds in', () => {
    const [, table = ''] = GUIDE.split('### Deviations by preset');
    const rows = table
      .split('\n### ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) =>
        line
          .split('|')
          .map((cell) => cell.trim())
          .slice(1, -1),
      );
    const deviations = Object.entries(SWITCHES).flatMap(([name, one]) => {
      if (!('deviation' in one)) return [];
      const { when, from } = one.deviation;
      const isOn = (preset: Preset) => (one.presets as readonly Preset[]).includes(preset);
      return [[`\`${name}\` ${when}`, from, ...PRESETS.map((preset) => (isOn(preset) === (when === 'on') ? 'yes' : 'no'))]];
    });
    expect(rows).toEqual(deviations);
  });
});
