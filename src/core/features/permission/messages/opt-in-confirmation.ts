import { z } from 'zod';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { permissionWords } from '../words/index.ts';
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
          body: permissionWords(DEFAULT_LANGUAGE).optedIn({ company: company.name }),
        }),
    }),
});
