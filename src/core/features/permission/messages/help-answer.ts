import { z } from 'zod';
import { formatPhone } from '#shared/primitives/phone.ts';
import { defineMessage } from '../../outbox/define-message.ts';

/** The answer to a HELP. */
export const helpAnswer = defineMessage({
  kind: 'help.answer',
  label: 'Answer to HELP',
  audience: 'homeowner',
  answer: true,
  channel: 'sms',
  check: { windowed: false, ignoresOptOut: true },
  payload: z.object({}),
  render: () =>
    Promise.resolve({
      text({ company }) {
        const phone = company.phone === null ? '' : ` or ${formatPhone(company.phone)}`;
        return Promise.resolve({
          body: `${company.name}: For help write to ${company.email}${phone}. Msg & data rates may apply. Reply STOP to opt out.`,
        });
      },
    }),
});
