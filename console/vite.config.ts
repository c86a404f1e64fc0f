// Builds the console. Served at /console (src/admin/console/console.ts).
import { defineConfig } from 'vite';
import { builtPage } from '../scripts/built-page.mjs';

export default defineConfig(builtPage(import.meta.dirname, '/console/', { early: ['src/start.tsx', 'src/pages/home/home.page.tsx'] }));
