import { MINUTE } from '#shared/primitives/durations.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import type { OutboxKindName } from './outbox.repository.ts';
import type { OutboxKind } from './outgoing.ts';
import { renderScheduleStoppedMail } from './emails/schedule-stopped-mail.tsx';

type MessageKindName = Extract<
  OutboxKindName,
  'schedule.stopped' | 'opt-out.confirmation' | 'opt-in.confirmation' | 'help.answer'
>;

/** C10: a confirmation of an opt-out goes out within 5 minutes or not at all. */
const CONFIRM_WITHIN = 5 * MINUTE;

const answer = { audience: 'homeowner', automaticFirstAnswer: false } as const;

/** What this feature itself sends. */
export const messageKinds: Record<MessageKindName, OutboxKind> = {
  'schedule.stopped': {
    label: 'Follow-ups stopped',
    windowed: false,
    ignoresOptOut: true,
    audience: 'contractor',
    automaticFirstAnswer: false,
    async mail({ tx, row, config }) {
      const lead = await tx
        .selectFrom('leads')
        .select('name')
        .where('company_id', '=', row.company_id)
        .where('id', '=', row.lead_id)
        .executeTakeFirst();
      if (!lead) return { skip: 'The lead was deleted' };
      const reason = typeof row.payload['reason'] === 'string' ? row.payload['reason'] : 'Follow-ups stopped.';
      const mail = await renderScheduleStoppedMail({
        productName: config.PRODUCT_NAME,
        leadName: lead.name,
        reason,
        dashboardUrl: `${config.PUBLIC_URL}/dashboard?tab=leads`,
      });
      // a subject is one line, whatever a lead is called
      const subject = reason.replace(/\s+/g, ' ').replace(/\.$/, '');
      return { ...mail, subject, fromName: config.PRODUCT_NAME, replyTo: null };
    },
  },

  'opt-out.confirmation': {
    ...answer,
    label: 'Opt-out confirmation',
    windowed: false,
    ignoresOptOut: true,
    text: ({ row, company, clock }) =>
      Promise.resolve(
        clock.now().getTime() - row.created_at.getTime() > CONFIRM_WITHIN
          ? { skip: 'More than 5 minutes had passed since the opt-out' }
          : {
              body: `${company.name}: You are opted out and will get no more texts from us. Reply START to get them again.`,
            },
      ),
  },

  'opt-in.confirmation': {
    ...answer,
    label: 'Opt-in confirmation',
    windowed: true,
    ignoresOptOut: false,
    text: ({ company }) =>
      Promise.resolve({
        body: `${company.name}: You will get texts about your fence estimate again. Reply HELP for help, STOP to opt out.`,
      }),
  },

  'help.answer': {
    ...answer,
    label: 'Answer to HELP',
    windowed: false,
    ignoresOptOut: true,
    text({ company }) {
      const phone = company.phone === null ? '' : ` or ${formatPhone(company.phone)}`;
      return Promise.resolve({
        body: `${company.name}: For help write to ${company.email}${phone}. Msg & data rates may apply. Reply STOP to opt out.`,
      });
    },
  },
};
