// Every page, and some mails, in the look that organizations begin with.
import { freePort } from '../support/service.js';
import { useStage } from './browser.js';
import { checkMails, checkMotion, checkPages } from './page-checks.js';

// At a name: browsers have no passkeys at an IP address.
const port = String(await freePort());
const stage = useStage({ PORT: port, PUBLIC_URL: `http://localhost:${port}` });
checkPages(stage);
checkMails(stage);
checkMotion(stage);
