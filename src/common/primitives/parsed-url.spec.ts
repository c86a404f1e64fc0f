import { expect, it } from 'vitest';
import { parsedUrl } from './parsed-url.js';

it('knows a name with letters beyond ASCII, however often it was asked before', () => {
  for (let asked = 0; asked < 20_000; asked++) {
    if (parsedUrl('https://b\u00fccher.example/')?.hostname !== 'xn--bcher-kva.example') expect.fail(`after ${asked} times`);
  }
  expect(parsedUrl('no address')).toBeUndefined();
});
