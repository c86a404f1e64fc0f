// Builds the API explorer. Served at /docs (src/admin/openapi/explorer.ts).
import { defineConfig } from 'vite';
import { builtPage } from '../scripts/built-page.mjs';

export default defineConfig(builtPage(import.meta.dirname, '/docs/'));
