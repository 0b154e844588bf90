import type { CompanyRow } from '../../company/company.table.ts';
import type { LeadRow } from '../../lead-rows/lead-rows.table.ts';
import type { HandoverSummary } from '#shared/features/agent/handover.schema.ts';
import type { FenceDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { drawingMatches } from '#shared/features/drawing/measured.ts';
import { BUDGETS } from '#shared/features/trust/budgets.rules.ts';
import { cleanName, unlinked } from '#shared/primitives/strangers-words.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import type { NothingToSend, NotYet, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { instantWords } from '#shared/features/instant/instant.words.ts';
import { isFirstText } from '../../permission/first-text.ts';
import { isUndecided, UNSURE_REASON } from '../../permission/unsure-replies.ts';
import { whyTooLate } from '../../schedules/why-ended.ts';
import { spendBudgets } from '../../trust/budgets.ts';
import { statusNow } from '#shared/features/estimates/status-now.rules.ts';
import { leadNoticeMail } from '../emails/lead-notice.tsx';
import { describeFence, leadReceivedMail } from '../emails/lead-received.tsx';
import { greetingName, oneLine } from '../../messages/emails/words.ts';
import { leadUrl } from '../../messages/lead-url.ts';
import { mailCompany } from '../../company/mail-company.ts';
import { leadWords } from '../words/index.ts';

interface Received {
  network?: string | undefined;
}

const GONE: NothingToSend = { skip: 'The lead no longer exists' };

const LEAD_COLUMNS = [
  'id',
  'name',
  'email',
  'phone',
  'address',
  'perimeter_ft',
  'gate_count',
  'material_type',
  'quote_cents',
  'notes',
  'measured',
] as const;
type MailedLead = Pick<LeadRow, (typeof LEAD_COLUMNS)[number]>;

const findLead = async ({ tx, row, company }: RenderContext): Promise<MailedLead | undefined> =>
  row.lead_id === null
    ? undefined
    : tx
        .selectFrom('leads')
        .select(LEAD_COLUMNS)
        .where('company_id', '=', company.id)
        .where('id', '=', row.lead_id)
        .executeTakeFirst();

const fenceOf = (lead: MailedLead) => ({
  perimeter: lead.perimeter_ft,
  gateCount: lead.gate_count,
  materialType: lead.material_type,
});

/** Returns the homeowner's drawing, unless the length has since been changed. */
const drawingOf = ({ measured, perimeter_ft: perimeter }: MailedLead): FenceDrawing | null =>
  measured?.drawing && perimeter !== null && drawingMatches(perimeter, measured.drawing) ? measured.drawing : null;

/** Returns the price shown to the homeowner, in cents. Null unless the company shows instant prices. */
const shownQuote = (lead: MailedLead, company: CompanyRow): number | null =>
  company.widget_instant_quotes ? lead.quote_cents : null;

const receivedMail = async (context: RenderContext): Promise<OutgoingMail | NothingToSend> => {
  const lead = await findLead(context);
  if (!lead) return GONE;
  const { company, language } = context;
  if (await isUndecided(context.tx, company.id, lead.id)) return { skip: UNSURE_REASON };
  const quoteCents = shownQuote(lead, company);
  const body = await leadReceivedMail({
    company: await mailCompany(context),
    name: lead.name,
    ...fenceOf(lead),
    drawing: drawingOf(lead),
    quoteCents,
    language,
  });
  return {
    ...body,
    subject: oneLine(leadWords(language).subject({ company: company.name })),
    fromName: oneLine(company.name),
    replyTo: company.email,
  };
};

/** Renders the instant reply as a text. Unlike the email, the text may have been delayed until morning. */
const receivedText = async (context: RenderContext<Received>): Promise<OutgoingText | NothingToSend | NotYet> => {
  const lead = await findLead(context);
  if (!lead) return GONE;
  if (await isUndecided(context.tx, context.company.id, lead.id)) return { skip: UNSURE_REASON };
  const moot = await whyTooLate(context, await findStatus(context, lead.id));
  if (moot !== null) return { skip: moot };
  const busy = await whyNetworkWaits(context);
  if (busy) return busy;
  const quoteCents = shownQuote(lead, context.company);
  const words = leadWords(context.language);
  const said = { name: greetingName(lead.name, context.language), fence: oneLine(describeFence(fenceOf(lead), words)) };
  return {
    body:
      quoteCents === null ? words.text(said) : words.textWithPrice({ ...said, price: words.format.money(quoteCents) }),
  };
};

/**
 * Returns why a text must wait, or null if it can be sent. Requests from one network can trigger at most 30 texts to
 * new phones per hour. A text is counted when it's sent. Further texts wait an hour and are then checked again. A text
 * that was attempted before has already been counted. Only the texts wait. The requests aren't set aside for review,
 * because all visitors to a trade fair may share one IP address.
 */
const whyNetworkWaits = async ({
  tx,
  row,
  payload,
  company,
  clock,
}: RenderContext<Received>): Promise<NotYet | null> => {
  const { network } = payload;
  if (network === undefined || row.attempts > 0) return null;
  if (!(await isFirstText(tx, company.id, row.to_address, row.id))) return null;
  const now = clock.now();
  if ((await spendBudgets(tx, [{ budget: 'network-texts', key: network }], now)) === null) return null;
  const until = new Date(now.getTime() + BUDGETS['network-texts'].window);
  return {
    until,
    reason: 'Many people asked for texts from the same internet connection. Texts to them are spread out',
  };
};

/** Returns the newest estimate version's status, or null if none was sent. */
const findStatus = async ({ tx, company, clock }: RenderContext, leadId: LeadRow['id']) => {
  const newest = await tx
    .selectFrom('estimates')
    .select(['status', 'valid_until', 'job_zone', 'company'])
    .where('company_id', '=', company.id)
    .where('lead_id', '=', leadId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? statusNow(newest, clock.now()) : null;
};

/** Returns the summary of the lead's conversation with the agent, if the agent handed it over to the contractor. */
const findHandover = async ({ tx, company }: RenderContext, leadId: LeadRow['id']): Promise<HandoverSummary | null> => {
  const found = await tx
    .selectFrom('agent_conversations')
    .select('handover')
    .where('company_id', '=', company.id)
    .where('lead_id', '=', leadId)
    .where('handover', 'is not', null)
    .orderBy('handed_over_at', 'desc')
    .executeTakeFirst();
  return found?.handover ?? null;
};

/** Says what became of the lead's request if the company sends estimates at once. */
const findInstant = async ({ tx, company }: RenderContext, leadId: LeadRow['id']): Promise<string | null> => {
  const request = await tx
    .selectFrom('instant_requests')
    .select('state')
    .where('company_id', '=', company.id)
    .where('lead_id', '=', leadId)
    .executeTakeFirst();
  if (!request || request.state === 'pending') return null;
  const { state } = request;
  return instantWords(
    state === 'sent' ? { instant: true, instantReason: null } : { instant: false, instantReason: state },
  );
};

const noticeMail = async (context: RenderContext): Promise<OutgoingMail | NothingToSend> => {
  const lead = await findLead(context);
  if (!lead) return GONE;
  const { config } = context;
  const body = await leadNoticeMail({
    company: await mailCompany(context),
    name: unlinked(lead.name),
    email: lead.email,
    phone: lead.phone,
    address: lead.address && unlinked(lead.address),
    notes: unlinked(lead.notes),
    quoteCents: lead.quote_cents,
    url: leadUrl(config, lead.id),
    ...fenceOf(lead),
    drawing: drawingOf(lead),
    instant: await findInstant(context, lead.id),
    handover: await findHandover(context, lead.id),
  });
  return {
    ...body,
    subject: oneLine(`New lead: ${cleanName(lead.name)}, ${describeFence(fenceOf(lead))}`).slice(0, 200),
    fromName: config.PRODUCT_NAME,
    // The contractor's replies are sent to the homeowner.
    replyTo: lead.email,
  };
};

const noticeText = async (context: RenderContext): Promise<OutgoingText | NothingToSend> => {
  const lead = await findLead(context);
  if (!lead) return GONE;
  const url = leadUrl(context.config, lead.id);
  const instant = await findInstant(context, lead.id);
  const estimate = instant === null ? '' : ` Estimate: ${instant[0]?.toLowerCase() ?? ''}${instant.slice(1)}.`;
  return { body: `New lead: ${cleanName(lead.name)}, ${oneLine(describeFence(fenceOf(lead)))}.${estimate} ${url}` };
};

export const received: Renderer<Received> = { mail: receivedMail, text: receivedText };
export const notice: Renderer = { mail: noticeMail, text: noticeText };
