import { formatWeekday } from '#shared/features/estimates/cooling-off.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { cleanName, quotedInText, unlinked } from '#shared/primitives/strangers-words.ts';
import { estimateAnsweredMail } from '../../estimates/messages/answered-mail.tsx';
import type { Renderer } from '../../messages/define-message.ts';
import { leadUrl } from '../../messages/lead-url.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { type Context, find, type Found, GONE } from './render-change.tsx';

const leadOf = ({ tx, company, row }: Context) =>
  tx
    .selectFrom('leads')
    .select(['id', 'name', 'email'])
    .where('company_id', '=', company.id)
    .where('id', '=', row.lead_id)
    .executeTakeFirst();

/** What the homeowner did with the change, for the contractor. */
const didWith = ({ change, row }: Found, name: string): string =>
  change.signature
    ? `${cleanName(name)} signed ${change.number}, new total ${formatCents(change.totalCents)}`
    : `${cleanName(name)} declined ${change.number}${row.decline_reason ? `: ${quotedInText(row.decline_reason)}` : ''}`;

async function noticeMail(context: Context): Promise<OutgoingMail | NothingToSend> {
  const found = await find(context);
  const lead = await leadOf(context);
  if ('skip' in found || !lead) return GONE;
  const { change, row } = found;
  const { signature } = change;
  const { company, config } = context;
  const body = await estimateAnsweredMail({
    company: { name: company.name, email: company.email, phone: company.phone, postalAddress: company.postal_address },
    heading: `${cleanName(lead.name)} ${signature ? 'signed' : 'declined'} your change`,
    facts: [
      ['Change', change.number],
      ['Net', formatCents(change.netCents)],
      ['New total', formatCents(signature ? change.totalCents : found.document.jobCents)],
      signature ? ['Signed by', unlinked(signature.name)] : ['Reason', unlinked(row.decline_reason || 'None given')],
    ],
    sentences: signature
      ? [
          `${cleanName(lead.name)} may cancel the change until midnight of ${formatWeekday(signature.cancel.until)}. Don’t order its materials before then.`,
          'The list of materials, the invoice and the balance have the change in them.',
        ]
      : ['The job stays as it was signed. You can make another change.'],
    url: leadUrl(config, lead.id),
  });
  return {
    ...body,
    subject: didWith(found, lead.name),
    fromName: config.PRODUCT_NAME,
    replyTo: lead.email,
  };
}

async function noticeText(context: Context): Promise<OutgoingText | NothingToSend> {
  const found = await find(context);
  const lead = await leadOf(context);
  if ('skip' in found || !lead) return GONE;
  return { body: `${didWith(found, lead.name)}. ${leadUrl(context.config, lead.id)}` };
}

export const notice: Renderer<Context['payload']> = { mail: noticeMail, text: noticeText };
