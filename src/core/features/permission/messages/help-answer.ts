import { z } from 'zod';
import { formatPhone } from '#shared/primitives/phone.ts';
import { permissionWords } from '../words.ts';
import { defineMessage } from '../../messages/define-message.ts';

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
