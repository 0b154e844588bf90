import { formatCents } from '#shared/primitives/cents.ts';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { formatDate, localDate } from '#shared/primitives/local-date.ts';
import type { EstimateRow } from '../../platform/db/tables.ts';
import { logoUrlOf } from '../company/logo-address.ts';
import { greetingName, oneLine } from '../leads/emails/words.ts';
import type { NothingToSend, OutboxKind, OutgoingMail, OutgoingText, RenderContext } from '../messages/outgoing.ts';
import { estimateSentMail } from './emails/estimate-sent.tsx';
import { estimateUrl, findTokens } from './estimate-links.ts';
import { findEstimate } from './estimates.repository.ts';

interface Sendable {
  estimate: EstimateRow;
  url: string;
}

/** The version of the row with its link; a newer one, or a revoked link, leaves nothing to send. */
const findSendable = async ({ tx, row, company, config }: RenderContext): Promise<Sendable | NothingToSend> => {
  const id = estimateIdSchema.safeParse(row.payload['estimateId']);
  const estimate = id.success ? await findEstimate(tx, { companyId: company.id, id: id.data }) : undefined;
  if (!estimate) return { skip: 'The estimate no longer exists' };
  if (estimate.status === 'superseded') return { skip: 'A newer version of this estimate was sent' };
  const tokens = await findTokens(tx, {
    companyId: company.id,
    estimateIds: [estimate.id],
    secret: config.APP_SECRET,
  });
  const token = tokens.get(estimate.id);
  if (token === undefined) return { skip: 'The link of this estimate was revoked' };
  return { estimate, url: estimateUrl(config, token) };
};

const sentMail = async (context: RenderContext): Promise<OutgoingMail | NothingToSend> => {
  const sendable = await findSendable(context);
  if ('skip' in sendable) return sendable;
  const { estimate, url } = sendable;
  const { company: sender } = estimate;
  const body = await estimateSentMail({
    company: { ...sender, logoUrl: sender.logo && logoUrlOf(context.config, sender.logo.hash) },
    name: estimate.customer.name,
    number: estimate.number,
    totalCents: estimate.total_cents,
    depositCents: estimate.deposit_cents,
    perimeter: estimate.perimeter_ft,
    gateCount: estimate.gate_count,
    materialType: estimate.material_type,
    validUntil: formatDate(localDate(estimate.valid_until)),
    url,
  });
  return {
    ...body,
    subject: oneLine(`Your fence estimate from ${sender.name}: ${formatCents(estimate.total_cents)}`),
    fromName: oneLine(sender.name),
    replyTo: sender.email,
  };
};

const sentText = async (context: RenderContext): Promise<OutgoingText | NothingToSend> => {
  const sendable = await findSendable(context);
  if ('skip' in sendable) return sendable;
  const { estimate, url } = sendable;
  const total = formatCents(estimate.total_cents);
  return { body: `Hi ${greetingName(estimate.customer.name)}, your fence estimate of ${total} is ready: ${url}` };
};

/** What leaves because an estimate was sent: transactional mail (C23), a text within the window (C15). */
export const estimateKinds: Record<'estimate.sent', OutboxKind> = {
  'estimate.sent': {
    label: 'Estimate',
    windowed: true,
    ignoresOptOut: true,
    audience: 'homeowner',
    automaticFirstAnswer: false,
    mail: sentMail,
    text: sentText,
  },
};
