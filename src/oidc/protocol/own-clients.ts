// Client ids that programs know before their first request to this service.

/** The command line (RFC 8252): a native application, which has no secret. */
export const COMMAND_LINE_CLIENT_ID = 'gatehouse-cli';
/** The address on which it listens during a sign-in; any port is allowed (RFC 8252 section 7.3). */
export const COMMAND_LINE_REDIRECT_URI = 'http://127.0.0.1/callback';

/** The console: a page of this service, without a secret. */
export const CONSOLE_CLIENT_ID = 'gatehouse-console';

/** No other application gets one of these, whether its own exists yet or not. */
export const OWN_CLIENT_IDS: readonly string[] = [COMMAND_LINE_CLIENT_ID, CONSOLE_CLIENT_ID];
