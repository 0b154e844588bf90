import { z } from 'zod';
import { ANSWER_WITHIN } from '#shared/features/inbox/reply.rules.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
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

export const optInConfirmation = defineMessage({
  kind: 'opt-in.confirmation',
  label: 'Opt-in confirmation',
  audience: 'homeowner',
  answer: true,
  channel: 'sms',
  check: { windowed: true, asked: 'always', ignoresOptOut: false },
  payload: z.object({}),
  render: () =>
    Promise.resolve({
      text: ({ company, language }) =>
        Promise.resolve({
          body: permissionWords(language).optedIn({ company: company.name }),
        }),
    }),
});

export const helpAnswer = defineMessage({
  kind: 'help.answer',
  label: 'HELP reply',
  audience: 'homeowner',
  answer: true,
  channel: 'sms',
  check: { windowed: false, asked: 'always', ignoresOptOut: true },
  payload: z.object({}),
  render: () =>
    Promise.resolve({
      text({ company, language }) {
        const words = permissionWords(language);
        const said = { company: company.name, email: company.email };
        return Promise.resolve({
          body:
            company.phone === null
              ? words.help(said)
              : words.helpOrCall({ ...said, phone: formatPhone(company.phone) }),
        });
      },
    }),
});
