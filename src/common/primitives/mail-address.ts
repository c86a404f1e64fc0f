/** Longest address (RFC 5321 section 4.5.3.1 allows 64 + 1 + 255). */
const MAX_ADDRESS = 320;
/** One mailbox and nothing around it: no name, no list, no quotes, nothing that could end a header line. */
const MAILBOX = /^[^\s\p{C}@"(),:;<>[\]\\]{1,64}@[^\s\p{C}@"(),:;<>[\]\\]{1,255}$/u;

/** Whether mail can be sent to an address as it is, without any of it being read as something else. */
export function isMailable(address: string): boolean {
  return address.length <= MAX_ADDRESS && MAILBOX.test(address);
}
