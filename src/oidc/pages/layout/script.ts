// The one script of the pages: its text, its address, and the digest by which browsers verify it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const SCRIPT_PATH = 'pages/script.js';
export const SCRIPT = readFileSync(new URL('../script/page.js', import.meta.url), 'utf8');

const DIGEST = createHash('sha256').update(SCRIPT).digest('base64');

/** The content of this address never changes. */
export const SCRIPT_ADDRESS = `/${SCRIPT_PATH}?v=${encodeURIComponent(DIGEST.slice(0, 12))}`;
/** Subresource Integrity section 3.1: a browser runs exactly this text or no script. */
export const SCRIPT_INTEGRITY = `sha256-${DIGEST}`;
