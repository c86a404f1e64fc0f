/** A text message. `to` is a number in the form of E.164, `+` included. */
export interface Sms {
  to: string;
  text: string;
}

/** The port for sending text messages. */
export abstract class SmsSender {
  /** Whether messages can be sent; otherwise no option that needs them is offered. */
  abstract readonly isAvailable: boolean;
  /** Sends one message. `no` is the same for every attempt. @throws SmsFailure */
  abstract send(no: number, sms: Sms): Promise<void>;
}

/** A message was rejected. */
export class SmsFailure extends Error {
  constructor(
    readonly reason: string,
    /** Another attempt is pointless. */
    readonly permanent: boolean,
  ) {
    super(`The message was not taken: ${reason}`);
  }
}
