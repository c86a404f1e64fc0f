// The questions of `gatehouse setup`. In a separate file, so that the help loads no code of the service.

/** A variable of the file, its option, and its question on a terminal. */
interface Question {
  variable: string;
  option: string;
  asks: string;
  /** The value for an empty answer. If it is empty too, the variable is left out and the service uses its own default. */
  fallback: string;
}

export const QUESTIONS: readonly Question[] = [
  { variable: 'PUBLIC_URL', option: 'public-url', asks: 'Public address of the service', fallback: 'http://localhost:8080' },
  { variable: 'HOST', option: 'host', asks: 'Address to listen on', fallback: '127.0.0.1' },
  { variable: 'PORT', option: 'port', asks: 'Port to listen on', fallback: '8080' },
  { variable: 'DATA_DIR', option: 'data-dir', asks: 'Folder for data', fallback: './data' },
  {
    variable: 'DATABASE_URL',
    option: 'database-url',
    asks: 'Database server, such as mariadb://user:password@host:3306/name; nothing for a file',
    fallback: '',
  },
  { variable: 'SMTP_URL', option: 'smtp-url', asks: 'Mail server, such as smtps://user:password@host:465; nothing for none', fallback: '' },
  { variable: 'MAIL_FROM', option: 'mail-from', asks: 'Sender of mail; nothing without a mail server', fallback: '' },
  { variable: 'BOOTSTRAP_ORG_NAME', option: 'org-name', asks: 'Name of the first organization', fallback: 'Gatehouse' },
  {
    variable: 'BOOTSTRAP_ORG_DOMAIN',
    option: 'org-domain',
    asks: 'Its domain, the suffix of login names',
    fallback: 'gatehouse.localhost',
  },
  { variable: 'BOOTSTRAP_ADMIN_EMAIL', option: 'admin-email', asks: 'E-mail address of the first administrator', fallback: '' },
];
