import type { z } from 'zod';
import type { Asked } from '#shared/features/permission/daily-texts.rules.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { Clock } from '#shared/primitives/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import type { MessageRow } from './messages.table.ts';
import type { NothingToSend, NotYet, OutgoingMail, OutgoingText } from './outgoing.ts';
import type { SeriesLocker } from './series.ts';

/** The data for rendering a message when it's sent. */
export interface RenderContext<Payload = unknown> {
  tx: CompanyTx;
  row: MessageRow;
  /** The row's payload, parsed by the kind's schema. */
  payload: Payload;
  company: RowOf<'company_profiles'>;
  /** The lead's language. Not used for messages to the contractor. */
  language: Language;
  config: Config;
  clock: Clock;
}

/** The data for rendering a platform email. Such an email doesn't belong to a company and can't read company data. */
export type PlatformContext<Payload = unknown> = Omit<RenderContext<Payload>, 'company' | 'tx' | 'language'>;

/** Renders a message from the current data in Postgres. A kind has only the methods for the formats it's sent in. */
export interface Renderer<Payload = unknown> {
  mail?(this: void, context: RenderContext<Payload>): Promise<OutgoingMail | NothingToSend>;
  /** Renders messages that don't belong to a company. */
  platformMail?(this: void, context: PlatformContext<Payload>): Promise<OutgoingMail | NothingToSend>;
  text?(this: void, context: RenderContext<Payload>): Promise<OutgoingText | NothingToSend | NotYet>;
  /** Instead of the others, for messages of a series, which are prepared many at a time. */
  lockSeries?: SeriesLocker;
}

/** The checks that apply to a message before it's sent. */
export interface MessageCheck {
  /**
   * Whether the message's texts are automated. Automated texts need permission, and are sent only within the legal
   * texting hours and the company's hours (C15). False for typed texts. Also false for the answer to HELP and for the
   * opt-out confirmation, because these are sent right after the homeowner's own text.
   */
  windowed: boolean;
  /** Whether the contractor typed the message. If so, a text must follow the legal hours and C18 (`typed-text.ts`). */
  typed?: true;
  /**
   * For texts to a homeowner: why the person may have asked for the text. It then doesn't wait for the daily limit and
   * doesn't count toward it (C18). Omitted for texts that nobody asks for, such as follow-ups.
   */
  asked?: Asked;
  /**
   * For notices to the contractor: whether every notice is also texted, such as signatures and payments. Other notices
   * are texted at most 20 times a day (C18).
   */
  alwaysTexted?: true;
  /**
   * Whether the message comes from the platform, such as a code or an account notice. It's sent regardless of the
   * company's trust level. If it's a text, it's sent from the shared number, in the platform's name
   * (`prepare-platform-text.ts`).
   */
  platform?: true;
  /**
   * Whether the email is sent even to someone who unsubscribed. True for transactional email (C23). Texts ignore this
   * setting. An opt-out always blocks texts, except the answer to HELP and the opt-out confirmation.
   */
  ignoresOptOut: boolean;
  /** Whether the email is commercial. If so, the company must have a postal address (C22). */
  commercial?: true;
}

/**
 * A schema for a message's payload. A payload contains only ids, short values and text that a person typed. All other
 * data is read when the message is rendered, from the rows that the ids refer to.
 */
export type PayloadSchema = z.ZodType<object>;

/** A kind of message triggered by an event. */
export interface MessageKind<
  Kind extends string = string,
  Payload extends PayloadSchema = PayloadSchema,
  Channel extends MessageChannel = MessageChannel,
> {
  /** The name stored with each row. If the name is changed, rows that are waiting can't be sent. */
  kind: Kind;
  /** Label for the timeline and the thread, such as 'Estimate'. */
  label: string;
  /**
   * Who gets the message. 'homeowner': the lead. 'contractor': the contractor or another user of the platform. Only
   * messages to the homeowner appear on the lead's timeline.
   */
  audience: 'homeowner' | 'contractor';
  /**
   * Whether the message answers a keyword (HELP, STOP, START). The answer is sent to the number that sent the keyword,
   * even if that number is no longer the lead's.
   */
  answer?: true;
  /** Whether a person wrote the message or sent it with a click. If not, its email is marked as automatic (RFC 3834). */
  byPerson?: true;
  /**
   * Returns whether a notice with this payload is for the company, even if the lead is assigned to a member. An example
   * is a bank dispute (`notice-recipient.ts`).
   */
  forCompany?: (this: void, payload: Record<string, unknown>) => boolean;
  /** Whether a new lead keeps the status 'new' after this message is sent to the homeowner. */
  leavesNew?: true;
  /** The channels that the message can be sent on. */
  channel: Channel | readonly Channel[];
  check: MessageCheck;
  /**
   * Parses the payload. Rows that are already waiting are parsed too, so a new field must be optional until those rows
   * have been sent.
   */
  payload: Payload;
  /**
   * Loads the renderer. Only the process that sends messages calls this function, so that email templates don't use the
   * server's memory.
   */
  render(this: void): Promise<Renderer<z.output<Payload>>>;
}

/**
 * Declares a message kind. The kind must also be added to the list in `message-kinds.ts`. TypeScript checks the payload
 * and channels both where the message is queued and where it's rendered.
 */
export const defineMessage = <
  const Kind extends string,
  Payload extends PayloadSchema,
  const Channel extends MessageChannel,
>(
  definition: MessageKind<Kind, Payload, Channel>,
): MessageKind<Kind, Payload, Channel> => definition;
