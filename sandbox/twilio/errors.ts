/** An error with Twilio's code and message. The route converts it to `{code, message, more_info, status}`. */
export class TwilioError extends Error {
  readonly code: number;
  readonly status: number;

  constructor(code: number, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }

  body(): { code: number; message: string; more_info: string; status: number } {
    return {
      code: this.code,
      message: this.message,
      more_info: `https://www.twilio.com/docs/errors/${this.code}`,
      status: this.status,
    };
  }
}

export const unauthenticated = (): TwilioError => new TwilioError(20003, 'Authenticate', 401);
export const noSuchResource = (path: string): TwilioError =>
  new TwilioError(20404, `The requested resource ${path} was not found`, 404);
export const optedOut = (): TwilioError => new TwilioError(21610, 'Attempt to send to unsubscribed recipient');
export const invalidTo = (to: string): TwilioError => new TwilioError(21211, `Invalid 'To' Phone Number: ${to}`);
export const invalidFrom = (from: string): TwilioError =>
  new TwilioError(21212, `Invalid From Number (caller ID): ${from}`);

/** Twilio's test numbers for To. They're always rejected (twilio.com/docs/iam/test-credentials). */
const REFUSED_TO: Record<string, (to: string) => TwilioError> = {
  '+15005550001': invalidTo,
  '+15005550002': (to) =>
    new TwilioError(21612, `Message cannot be sent with the current combination of 'To' (${to}) and 'From' parameters`),
  '+15005550003': (to) =>
    new TwilioError(
      21408,
      `Permission to send an SMS has not been enabled for the region indicated by the 'To' number: ${to}`,
      403,
    ),
  '+15005550004': optedOut,
  '+15005550009': (to) => new TwilioError(21614, `'To' number is not a valid mobile number: ${to}`),
};

/** Twilio's test numbers for From, which are always rejected. */
const REFUSED_FROM: Record<string, (from: string) => TwilioError> = {
  '+15005550001': invalidFrom,
  '+15005550007': (from) =>
    new TwilioError(
      21606,
      `The 'From' phone number ${from} is not a valid, SMS-capable inbound phone number for your account`,
    ),
  '+15005550008': () =>
    new TwilioError(21611, "This 'From' number has exceeded the maximum number of queued messages", 429),
};

export const refusedTo = (to: string): TwilioError | undefined => REFUSED_TO[to]?.(to);
export const refusedFrom = (from: string): TwilioError | undefined => REFUSED_FROM[from]?.(from);

/**
 * Our own test numbers. Texts to these numbers are accepted but not delivered. A number's last five digits are the
 * error code. For example, texts to +15005530006 fail with 30006 (landline). If a messaging service is used, error
 * 21610 (opted out) is also reported in this way (T7).
 */
const LOST: Record<string, { code: number; status: 'undelivered' | 'failed'; message: string }> = {
  '+15005530003': { code: 30003, status: 'undelivered', message: 'Unreachable destination handset' },
  '+15005530005': { code: 30005, status: 'undelivered', message: 'Unknown destination handset' },
  '+15005530006': { code: 30006, status: 'undelivered', message: 'Landline or unreachable carrier' },
  '+15005530007': { code: 30007, status: 'undelivered', message: 'Message filtered' },
  '+15005530008': { code: 30008, status: 'undelivered', message: 'Unknown error' },
  '+15005530034': { code: 30034, status: 'undelivered', message: 'Message from an unregistered number' },
  '+15005521610': { code: 21610, status: 'failed', message: 'Attempt to send to unsubscribed recipient' },
};

export const lostOnTheWay = (to: string): (typeof LOST)[string] | undefined => LOST[to];
