import type { z } from 'zod';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { Clock } from '#shared/primitives/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import type { OutboxRow } from './outbox.table.ts';
import type { NothingToSend, NotYet, OutgoingMail, OutgoingText } from './outgoing.ts';

/** The data for rendering a message when it is sent. */
export interface RenderContext<Payload = unknown> {
  tx: CompanyTx;
  row: OutboxRow;
  /** The row's payload, parsed by the kind's schema. */
  payload: Payload;
  company: RowOf<'company_profiles'>;
  /** The lead's language. A message to the contractor ignores it. */
  language: Language;
  config: Config;
  clock: Clock;
}

/** The same for platform emails, which belong to no company and can't read company data. */
export type PlatformContext<Payload = unknown> = Omit<RenderContext<Payload>, 'company' | 'tx' | 'language'>;

/** Renders the message from the current data in Postgres; a missing format is never written for the kind. */
export interface Renderer<Payload = unknown> {
  mail?(this: void, context: RenderContext<Payload>): Promise<OutgoingMail | NothingToSend>;
  /** Renders rows without a company. */
  platformMail?(this: void, context: PlatformContext<Payload>): Promise<OutgoingMail | NothingToSend>;
  text?(this: void, context: RenderContext<Payload>): Promise<OutgoingText | NothingToSend | NotYet>;
}

/** What is checked before a message is sent. */
export interface MessageCheck {
  /**
   * Whether it is an automated text under the law and the company's hours (C15). False only for the answer to HELP and
   * the one opt-out confirmation, which immediately follow the homeowner's own text.
   */
  windowed: boolean;
  /** Whether the contractor typed it. If so, a text follows the legal hours and C18 (`typed-text.ts`). */
  typed?: true;
  /**
   * Whether it comes from the platform, such as a code or account notice: it is sent whatever the company's trust
   * level, and its text comes from the shared number, in the platform's name (`prepare-platform-text.ts`).
   */
  platform?: true;
  /**
   * Whether it can be sent to a number or address that opted out. Only the answers above and transactional email can
   * (C23).
   */
  ignoresOptOut: boolean;
  /** Whether its email is commercial. If so, it needs the company's postal address (C22). */
  commercial?: true;
}

/** Contains only ids and short values, because the referenced row has the data, or text that a person typed. */
export type PayloadSchema = z.ZodType<object>;

/** A kind of message triggered by an event. */
export interface MessageKind<
  Kind extends string = string,
  Payload extends PayloadSchema = PayloadSchema,
  Channel extends MessageChannel = MessageChannel,
> {
  /** The name that is stored with each row. Renaming a kind breaks rows that are waiting. */
  kind: Kind;
  /** Label for the timeline and the thread, such as 'Estimate'. */
  label: string;
  /** Either the homeowner, whose timeline shows the message, or the contractor and other users of the platform. */
  audience: 'homeowner' | 'contractor';
  /**
   * Whether it answers a keyword (HELP, STOP, START). It is sent to the number that sent the keyword, whoever has that
   * number now.
   */
  answer?: true;
  /**
   * Whether a notice with this payload concerns the company, such as a dispute at the bank, and not the member who has
   * the lead (`notice-recipient.ts`).
   */
  forCompany?: (this: void, payload: Record<string, unknown>) => boolean;
  /** Whether a new lead stays 'new' although it is sent to the homeowner (decisions.md, lead status). */
  leavesNew?: true;
  /** Its formats. */
  channel: Channel | readonly Channel[];
  check: MessageCheck;
  /**
   * Parses the payload. It applies to rows that are already waiting, so a new field must be optional until these are
   * sent.
   */
  payload: Payload;
  /** Loaded only by the process that sends, so that email templates don't use the server's memory. */
  render(this: void): Promise<Renderer<z.output<Payload>>>;
}

/**
 * Declares a message kind. Add it to the list in `message-kinds.ts`. Its payload and channels type both the code that
 * writes such a message and the code that renders it.
 */
export const defineMessage = <
  const Kind extends string,
  Payload extends PayloadSchema,
  const Channel extends MessageChannel,
>(
  definition: MessageKind<Kind, Payload, Channel>,
): MessageKind<Kind, Payload, Channel> => definition;
