import type { z } from 'zod';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { Clock } from '#shared/primitives/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import type { OutboxRow } from './outbox.table.ts';
import type { NothingToSend, NotYet, OutgoingMail, OutgoingText } from './outgoing.ts';

/** What a message is made from, at the moment of sending. */
export interface RenderContext<Payload = unknown> {
  tx: CompanyTx;
  row: OutboxRow;
  /** What the row's payload holds, parsed by the kind's schema. */
  payload: Payload;
  company: RowOf<'company_profiles'>;
  config: Config;
  clock: Clock;
}

/** The same for mails of the platform itself, which belong to no company and see none. */
export type PlatformContext<Payload = unknown> = Omit<RenderContext<Payload>, 'company' | 'tx'>;

/** Makes the message from what Postgres holds now; a form that is missing is never written for the kind. */
export interface Renderer<Payload = unknown> {
  mail?(this: void, context: RenderContext<Payload>): Promise<OutgoingMail | NothingToSend>;
  /** For rows without a company. */
  platformMail?(this: void, context: PlatformContext<Payload>): Promise<OutgoingMail | NothingToSend>;
  text?(this: void, context: RenderContext<Payload>): Promise<OutgoingText | NothingToSend | NotYet>;
}

/** What is asked of a message before it leaves. */
export interface MessageCheck {
  /**
   * Whether the law and the company's window bind it as an automated text (C15). False only for the answer
   * to HELP and the one confirmation of an opt-out, which follow the homeowner's own text at once.
   */
  windowed: boolean;
  /** Whether the contractor typed it himself: then a text is bound by the law's hours and C18 (`typed-text.ts`) instead. */
  typed?: true;
  /**
   * Whether it is the platform's own, such as a code or news of an account: it leaves whatever the company has proven,
   * and its text goes from the shared number, in the platform's name (`prepare-platform-text.ts`).
   */
  platform?: true;
  /** Whether it may go to a number or an address that opted out: the answers named above, and transactional mail (C23). */
  ignoresOptOut: boolean;
  /** Whether its mail is commercial: then it needs the company's postal address (C22). */
  commercial?: true;
}

/** Ids and short words only, for the row of the thing itself carries the truth; or what a person typed to be sent. */
export type PayloadSchema = z.ZodType<object>;

/** One kind of message that leaves because of a fact. */
export interface MessageKind<
  Kind extends string = string,
  Payload extends PayloadSchema = PayloadSchema,
  Channel extends MessageChannel = MessageChannel,
> {
  /** Stored with each row: a renamed kind strands what waits. */
  kind: Kind;
  /** Words for the timeline and the thread, such as 'Estimate'. */
  label: string;
  /** The homeowner, who sees it and whose timeline shows it; or the contractor, and who else uses the platform. */
  audience: 'homeowner' | 'contractor';
  /** Whether it answers a word that came from a number (HELP, STOP, START): it goes to that number, whoever's it is by now. */
  answer?: true;
  /** Whether it leaves a new lead 'new' although it goes to the homeowner (decisions.md, lead status). */
  leavesNew?: true;
  /** The forms that it has. */
  channel: Channel | readonly Channel[];
  check: MessageCheck;
  /** Of rows that wait, too: a new field is optional until those without it are gone. */
  payload: Payload;
  /** Loaded by who sends alone: templates of mails stay out of the server's memory. */
  render(this: void): Promise<Renderer<z.output<Payload>>>;
}

/**
 * Declares a kind of message, all of it in one place; it belongs into the list of `message-kinds.ts`. Who writes one is
 * typed by its payload and its ways, and so is what makes it.
 */
export const defineMessage = <
  const Kind extends string,
  Payload extends PayloadSchema,
  const Channel extends MessageChannel,
>(
  definition: MessageKind<Kind, Payload, Channel>,
): MessageKind<Kind, Payload, Channel> => definition;
