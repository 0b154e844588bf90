import segments from 'sms-segments-calculator';
import type { Clock } from '#shared/primitives/clock.ts';
import { deliver, type Answer } from '../deliver.ts';
import type { Messages } from '../messages.ts';
import type { SandboxOptions } from '../options.ts';
import { Collection } from '../store.ts';
import type { SmsInput } from './create-input.ts';
import { lostOnTheWay, optedOut } from './errors.ts';
import { newMediaSid, newSmsSid, type SmsStatus, type StoredSms } from './message-resource.ts';
import { OptOuts } from './opt-outs.ts';
import { inboundForm, signedForm, statusForm } from './webhook-forms.ts';

export interface TwilioDeps {
  options: SandboxOptions;
  clock: Clock;
  messages: Messages;
  signal: AbortSignal;
}

const CALLBACK_WAITS = [250, 500, 1_000, 2_000, 4_000, 8_000];
/** While the app restarts, the inbound webhook is retried for about 20 s. */
const INBOUND_WAITS = [250, 500, 1_000, 2_000, 4_000, 5_000, 7_000];
const ON_THE_WAY: readonly SmsStatus[] = ['accepted', 'queued', 'sending', 'sent'];

/**
 * The part of Twilio that handles texts. A new text has the status 'queued', or 'accepted' if it's sent with a
 * messaging service. The status then changes to 'sent' and later to 'delivered' or 'undelivered'. Each change is posted
 * to the text's StatusCallback, in order (T1, T2).
 */
export class TwilioStandIn {
  readonly #deps: TwilioDeps;
  readonly #texts: Collection<StoredSms>;
  readonly #optOuts: OptOuts;
  readonly #onTheWay = new Set<string>();

  constructor(deps: TwilioDeps) {
    this.#deps = deps;
    this.#texts = new Collection<StoredSms>('texts', deps.options.folder);
    this.#optOuts = new OptOuts(deps.options.folder);
  }

  /** Continues delivering texts after a restart. */
  resume(): void {
    for (const sms of this.#texts.all()) if (ON_THE_WAY.includes(sms.status)) void this.#carry(sms.id);
  }

  find(sid: string): StoredSms | undefined {
    return this.#texts.find(sid);
  }

  /** The sids of texts whose final status hasn't reached the app yet. The clock waits for them while it moves. */
  onTheWay(): string[] {
    return [...this.#onTheWay];
  }

  /** Newest first, like Twilio's lists. */
  list(): StoredSms[] {
    return this.#texts.all().toReversed();
  }

  /** Accepts a text or throws 21610. Sends status callbacks even if the caller never receives the response. */
  accept(input: SmsInput, direction: 'outbound-api' | 'outbound-reply' = 'outbound-api'): StoredSms {
    if (!this.#optOuts.letThrough(input.from, input.to)) throw optedOut();
    const at = this.#deps.clock.now().toISOString();
    const sms = this.#texts.put({
      ...input,
      id: newSmsSid(),
      direction,
      status: input.messagingServiceSid === null ? 'queued' : 'accepted',
      errorCode: null,
      errorMessage: null,
      segments: new segments.SegmentedMessage(input.body).segmentsCount,
      createdAt: at,
      updatedAt: at,
      sentAt: null,
    });
    if (lostOnTheWay(sms.to) === undefined) this.#show(sms, 'out');
    this.#onTheWay.add(sms.id);
    setImmediate(() => void this.#carry(sms.id));
    return sms;
  }

  /**
   * Receives a text from a homeowner. Applies opt-out keywords, then calls the app's inbound webhook and executes the
   * TwiML in the response. `answer` is undefined if the app doesn't respond for about 20 s. `types` are the content
   * types of the attached files.
   */
  async receive(
    from: string,
    to: string,
    text: string,
    types: readonly string[] = [],
  ): Promise<{ sid: string; answer: Answer | undefined }> {
    const { options, clock, signal } = this.#deps;
    this.#optOuts.receive(to, from, text);
    const at = clock.now().toISOString();
    const sms = this.#texts.put({
      id: newSmsSid(),
      direction: 'inbound',
      from,
      to,
      body: text,
      status: 'received',
      errorCode: null,
      errorMessage: null,
      messagingServiceSid: options.twilio.messagingServiceSid ?? null,
      segments: new segments.SegmentedMessage(text).segmentsCount,
      media: types.map((type) => ({ id: newMediaSid(), type })),
      statusCallback: null,
      createdAt: at,
      updatedAt: at,
      sentAt: at,
    });
    this.#show(sms, 'in');
    const delivery = signedForm(
      options.twilio,
      `${options.appUrl}/webhooks/twilio/inbound`,
      inboundForm(sms, options.twilio.accountSid, 'https://api.twilio.com'),
    );
    const answer = await deliver(() => delivery, { waits: INBOUND_WAITS, signal });
    if (answer !== undefined && answer.status < 300) this.#obey(answer.body, sms);
    return { sid: sms.id, answer };
  }

  #obey(twiml: string, inbound: StoredSms): void {
    for (const reply of messagesOf(twiml)) {
      const [from, to] = [reply.from ?? inbound.to, reply.to ?? inbound.from];
      try {
        this.accept({ from, to, body: reply.text, messagingServiceSid: null, statusCallback: null }, 'outbound-reply');
      } catch {
        // Twilio silently drops the TwiML reply, because the person has opted out.
      }
    }
  }

  async #carry(sid: string): Promise<void> {
    const lost = lostOnTheWay(this.#texts.find(sid)?.to ?? '');
    if (this.#texts.find(sid)?.status !== 'sent') await this.#advance(sid, { status: 'sent' });
    await this.#advance(
      sid,
      lost === undefined
        ? { status: 'delivered' }
        : { status: lost.status, errorCode: lost.code, errorMessage: lost.message },
    );
    this.#onTheWay.delete(sid);
  }

  async #advance(sid: string, change: Pick<StoredSms, 'status'> & Partial<StoredSms>): Promise<void> {
    const { options, clock, signal } = this.#deps;
    const known = this.#texts.find(sid);
    if (known === undefined || signal.aborted) return;
    const at = clock.now().toISOString();
    const sms = this.#texts.put({ ...known, ...change, updatedAt: at, sentAt: known.sentAt ?? at });
    if (sms.statusCallback === null) return;
    const delivery = signedForm(options.twilio, sms.statusCallback, statusForm(sms, options.twilio.accountSid));
    await deliver(() => delivery, { waits: CALLBACK_WAITS, signal });
  }

  #show(sms: StoredSms, direction: 'in' | 'out'): void {
    this.#deps.messages.record({
      channel: 'sms',
      direction,
      from: sms.from,
      to: sms.to,
      text: sms.body,
      ...(sms.media?.length ? { attachments: sms.media.map(({ type }) => ({ name: type, contentType: type })) } : {}),
      sid: sms.id,
      at: sms.createdAt,
    });
  }
}

/** A `<Message>` verb. Without `to` and `from`, it replies to the current text. */
interface TwimlMessage {
  text: string;
  to?: string;
  from?: string;
}

const MESSAGE = /<(?:Message|Sms)\b([^>]*)>([\s\S]*?)<\/(?:Message|Sms)>/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns the Message verbs in a TwiML response, in order. Returns an empty list if the response isn't TwiML. */
function messagesOf(twiml: string): TwimlMessage[] {
  if (!/<Response\b/.test(twiml)) return [];
  return [...twiml.matchAll(MESSAGE)].flatMap(([, attributes = '', inner = '']) => {
    const bodies = [...inner.matchAll(/<Body>([\s\S]*?)<\/Body>/g)].map((match) => match[1] ?? '');
    const text = plain(bodies.length > 0 ? bodies.join('') : inner).trim();
    if (text === '') return [];
    const to = attribute(attributes, 'to');
    const from = attribute(attributes, 'from');
    return [{ text, ...(to ? { to } : {}), ...(from ? { from } : {}) }];
  });
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : plain(value);
}

function plain(xml: string): string {
  return xml
    .replace(/<[^>]*>/g, '')
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, digits: string) => String.fromCodePoint(Number(digits)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
}
