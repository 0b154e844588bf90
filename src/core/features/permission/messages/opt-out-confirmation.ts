import { z } from 'zod';
import { ANSWER_WITHIN } from '#shared/features/inbox/reply.rules.ts';
import { permissionWords } from '../words.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** The single confirmation of an opt-out by text (C10), valid for 5 minutes. */
export const optOutConfirmation = defineMessage({
  kind: 'opt-out.confirmation',
  label: 'Opt-out confirmation',
  audience: 'homeowner',
  answer: true,
  channel: 'sms',
  check: { windowed: false, asked: 'always', ignoresOptOut: true },
  payload: z.object({}),
  render: () =>
    Promise.resolve({
      text: ({ row, company, language, clock }) =>
        Promise.resolve(
          clock.now().getTime() - row.created_at.getTime() > ANSWER_WITHIN
            ? { skip: 'More than 5 minutes passed since the opt-out' }
            : {
                body: permissionWords(language).optedOut({ company: company.name }),
              },
        ),
    }),
});
