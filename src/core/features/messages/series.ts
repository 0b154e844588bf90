import type { Offer, SentOffer } from '#shared/features/estimates/offer-price.rules.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { Config } from '../../platform/config.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { MailToSend } from '../../platform/mail.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import type { Verdict } from './verdict.ts';

/** The lead as it's known to a message of a series that's about to be sent. */
export type SeriesLead = Pick<
  LeadRow,
  'id' | 'name' | 'address' | 'perimeter_ft' | 'language' | 'archived_at' | 'outcome' | 'status' | 'last_reply_at'
>;

/**
 * A claimed message of a series: automated messages to one lead that are planned in advance and sent in order, such as
 * follow-ups. It's locked, and all that its own checks and words need has been read.
 */
export interface SeriesMessage {
  id: string;
  /** The row's version (the `xmin` column of Postgres). */
  version: string;
  seriesId: string;
  step: number;
  channel: MessageChannel;
  /** When it was first due. */
  due: Date;
  /** The contractor's words with tags. */
  template: string;
  offer: Offer | null;
  /** Returns why the message no longer applies to the lead, whoever may be written to and when. */
  check(lead: SeriesLead, zone: string): Verdict | null;
  /** Fills in the tags. */
  words(lead: SeriesLead, zone: string): Promise<{ body: string; offer: SentOffer | null }>;
  /** Renders the words as an email that can be unsubscribed from (C22). */
  mail(
    lead: SeriesLead,
    words: { body: string; unsubscribeUrl: string },
  ): Promise<Pick<MailToSend, 'subject' | 'text' | 'html' | 'htmlPieces'>>;
}

export interface LockSeries {
  claimed: readonly { id: string; claimedUntil: Date }[];
  /** 'skip' leaves out messages that other transactions have locked. */
  busy: 'wait' | 'skip';
  company: RowOf<'company_profiles'>;
  /** What decides about the company's access (`accessOf`). */
  plan:
    | Pick<
        RowOf<'subscribers'>,
        | 'subscribed'
        | 'subscription_tier'
        | 'subscription_end'
        | 'stripe_status'
        | 'cancel_at_period_end'
        | 'free_until'
        | 'credits_bought_at'
      >
    | undefined;
  config: Config;
  now: Date;
}

/** Locks a company's messages and returns them by id. Leaves out messages that another claim has since taken. */
export type SeriesLocker = (tx: CompanyTx, lock: LockSeries) => Promise<Map<string, SeriesMessage>>;
