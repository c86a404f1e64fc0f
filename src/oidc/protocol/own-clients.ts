// Client ids that programs know before they have spoken to this service.

/** The command line (RFC 8252): a native application, which keeps no secret. */
export const COMMAND_LINE_CLIENT_ID = 'gatehouse-cli';
/** Where it listens while somebody signs in; the port is any (RFC 8252 section 7.3). */
export const COMMAND_LINE_REDIRECT_URI = 'http://127.0.0.1/callback';
