// Mail: the server and the sender of the service, and the mail texts of an organization.
import { flag, removal, required, text, whole, type Fields, type Row } from './row.js';

const MAIL: Fields = {
  host: text('name or IP address of the mail server'),
  port: whole('its port; absent: 465 with implicit TLS, otherwise 587'),
  tls: text('implicit: from the first byte; required: STARTTLS or nothing; none: clear text', {
    choices: ['implicit', 'required', 'none'],
  }),
  verifyCertificate: flag('its certificate must be valid'),
  user: text('user name there'),
  fromAddress: text('address that mail comes from'),
  fromName: text('name that mail comes from'),
  replyTo: text('address that replies go to'),
};

const TEXTS = '/admin/v1/organizations/{orgId}/mail-texts';
const TEXT = `${TEXTS}/{kind}/{language}` as const;

export const MAIL_ROWS: readonly Row[] = [
  {
    command: 'mail get',
    does: 'Shows what mail is sent with, and where it comes from',
    route: 'GET /admin/v1/mail',
    examples: ['gatehouse mail get'],
  },
  {
    command: 'mail update',
    does: 'Changes the mail server or the sender; the rest stays. The password is in --data',
    route: 'PATCH /admin/v1/mail',
    body: MAIL,
    examples: [
      'gatehouse mail update --host smtp.example.com --user gatehouse --data @password.json',
      'gatehouse mail update --unset replyTo',
    ],
  },
  removal('mail reset', 'Returns to what the environment says', '/admin/v1/mail', ''),
  {
    command: 'mail test',
    does: 'Sends a test mail, and shows what the server said',
    route: 'POST /admin/v1/mail/_test',
    body: { to: text('address that gets it', required) },
    examples: ['gatehouse mail test --to ada@example.com'],
  },
  {
    command: 'mail-texts list',
    does: 'Lists every mail in every language, and whether the organization has words of its own for it',
    route: `GET ${TEXTS}`,
    list: 'mailTexts',
    columns: ['kind', 'language', 'isOwn'],
    query: {
      kind: text('only this mail, such as invitation'),
      language: text('only in this language'),
      isOwn: text('only those with words of its own, or only the others', { choices: ['true', 'false'] }),
    },
    examples: ['gatehouse mail-texts list --org acme'],
  },
  {
    command: 'mail-texts get',
    does: 'Shows what a mail says',
    route: `GET ${TEXT}`,
    examples: ['gatehouse mail-texts get invitation en --org acme'],
  },
  {
    command: 'mail-texts set',
    does: 'Decides what a mail says; --data holds subject and body',
    route: `PUT ${TEXT}`,
    body: {},
    examples: ['gatehouse mail-texts set invitation en --org acme --data @invitation.json'],
  },
  {
    command: 'mail-texts preview',
    does: 'Shows words as their reader would see them; --data holds subject and body',
    route: `POST ${TEXT}/_preview`,
    body: {},
    examples: ['gatehouse mail-texts preview invitation en --org acme --data @invitation.json'],
  },
  removal('mail-texts reset', 'Returns to the words of the service', TEXT, 'invitation en --org acme'),
];
