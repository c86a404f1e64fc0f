// The guide to SCIM says what the code does: its table of switches is that of the code.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SWITCHES } from '../../src/scim/protocol/dialect.js';

const GUIDE = readFileSync('docs/scim.md', 'utf8');

describe('the guide to SCIM', () => {
  it('has every switch with what it does and where it is on', () => {
    for (const [name, { on, off, presets }] of Object.entries(SWITCHES)) {
      const row = GUIDE.split('\n').find((line) => line.startsWith(`| \`${name}\``));
      const cells = row?.split('|').map((cell) => cell.trim());
      expect(cells?.slice(1, -1), name).toEqual([`\`${name}\``, on, off, presets.map((preset) => `\`${preset}\``).join(', ') || 'none']);
    }
  });
});
