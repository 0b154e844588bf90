import { z } from 'zod';
import { permissionWords } from '../words.ts';
import { defineMessage } from '../../messages/define-message.ts';

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
