import { cleanName, unlinked } from '#shared/primitives/strangers-words.ts';
import type { VisitId } from '#shared/primitives/ids.ts';
import { formatDateTime } from '#shared/primitives/local-date.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import { estimateAnsweredMail } from '../../estimates/messages/answered-mail.tsx';
import type { LeadRow } from '../../lead-rows/lead-rows.table.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import { leadUrl } from '../../messages/lead-url.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import type { VisitNews } from '../tell-of-visit.ts';
import { findVisit } from '../visits.repository.ts';

type Context = RenderContext<{ visitId: VisitId; sequence: number; news: VisitNews }>;

const DID: Record<VisitNews, string> = {
  booked: 'booked a visit',
  moved: 'moved the visit',
  cancelled: 'canceled the visit',
};
const NEXT: Record<VisitNews, string> = {
  booked: 'The visit is in your calendar. Follow-ups to this lead have stopped.',
  moved: 'Your calendar has the new time.',
  cancelled: 'The time is free again. If follow-ups were waiting for the visit, they go on.',
};

interface Found {
  lead: Pick<LeadRow, 'id' | 'name' | 'email' | 'phone' | 'address'>;
  /** When the visit is, in words. */
  when: string;
}

async function read({ tx, company, row, payload }: Context): Promise<Found | NothingToSend> {
  const visit = await findVisit(tx, { companyId: company.id, visitId: payload.visitId });
  const lead = await tx
    .selectFrom('leads')
    .select(['id', 'name', 'email', 'phone', 'address'])
    .where('company_id', '=', company.id)
    .where('id', '=', row.lead_id)
    .executeTakeFirst();
  if (!visit || !lead) return { skip: 'The visit no longer exists' };
  if (visit.sequence !== payload.sequence) return { skip: 'The visit changed again' };
  return { lead, when: formatDateTime(visit.starts_at, company.time_zone) };
}

async function mail(context: Context): Promise<OutgoingMail | NothingToSend> {
  const found = await read(context);
  if ('skip' in found) return found;
  const { lead, when } = found;
  const { company, config, payload } = context;
  const heading = `${cleanName(lead.name)} ${DID[payload.news]}`;
  const body = await estimateAnsweredMail({
    company: { name: company.name, email: company.email, phone: company.phone, postalAddress: company.postal_address },
    heading,
    facts: [
      ['When', when],
      ...(lead.address === null ? [] : ([['Where', unlinked(lead.address)]] as const)),
      ...(lead.phone === null ? [] : ([['Phone', formatPhone(lead.phone)]] as const)),
    ],
    sentences: [NEXT[payload.news]],
    url: leadUrl(config, lead.id),
  });
  return {
    ...body,
    subject: `${heading}: ${when}`,
    fromName: config.PRODUCT_NAME,
    replyTo: lead.email,
  };
}

async function text(context: Context): Promise<OutgoingText | NothingToSend> {
  const found = await read(context);
  if ('skip' in found) return found;
  const { lead, when } = found;
  return { body: `${cleanName(lead.name)} ${DID[context.payload.news]}: ${when}. ${leadUrl(context.config, lead.id)}` };
}

export const notice: Renderer<Context['payload']> = { mail, text };
