// Names of hosts and domains; those in other scripts in their ASCII form (RFC 5890).

/** RFC 1035 section 2.3.4, RFC 1123 section 2.1. */
const MAX_NAME = 253;
const MAX_LABEL = 63;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/** One label or more, as in `mail` or `smtp.example.com`. */
export function isHostName(text: string): boolean {
  return text.length <= MAX_NAME && text.split('.').every((label) => label.length <= MAX_LABEL && LABEL.test(label));
}

/** Two labels or more, in lower case. */
export function isDomainName(text: string): boolean {
  return text.includes('.') && text === text.toLowerCase() && isHostName(text);
}
