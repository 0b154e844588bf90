import { z } from 'zod';
import { defineMessage } from '../../outbox/define-message.ts';

/** The answer to a START. */
export const optInConfirmation = defineMessage({
  kind: 'opt-in.confirmation',
  label: 'Opt-in confirmation',
  audience: 'homeowner',
  answer: true,
  channel: 'sms',
  check: { windowed: true, ignoresOptOut: false },
  payload: z.object({}),
  render: () =>
    Promise.resolve({
      text: ({ company }) =>
        Promise.resolve({
          body: `${company.name}: You will get texts about your fence estimate again. Reply HELP for help, STOP to opt out.`,
        }),
    }),
});
