// Pages in the look of an organization that has decided everything: a logo, a pale colour, a dark ground, a split layout, links and words.
import { freePort } from '../support/service.js';
import { useStage } from './browser.js';
import { checkPages } from './page-checks.js';

/** One of each layout; the long check looks at every page. */
const ONE_OF_EACH = ['login', 'account'];
const CHOSEN = process.env['LONG'] ? undefined : ONE_OF_EACH;

const port = String(await freePort());
const stage = useStage({ PORT: port, PUBLIC_URL: `http://localhost:${port}` }, { branded: { accent: 'ffb703', background: '14506b' } });
const title = 'Welcome aboard';
checkPages(stage, { login: title, 'login-fault': title, 'directory-refused': title }, CHOSEN);
