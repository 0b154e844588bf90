import { render } from 'react-email';
import type { FenceDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { drawingMatches } from '#shared/features/drawing/measured.ts';
import { BUDGETS } from '#shared/features/trust/budgets.rules.ts';
import { statusNow } from '#shared/features/estimates/status-now.rules.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import type { CompanyRow } from '../../company/company.table.ts';
import type { LeadRow } from '../../lead-rows/lead-rows.table.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import type { NothingToSend, NotYet, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { isFirstText } from '../../permission/first-text.ts';
import { isUndecided, UNSURE_REASON } from '../../permission/unsure-replies.ts';
import { whyTooLate } from '../../schedules/why-ended.ts';
import { spendBudgets } from '../../trust/budgets.ts';
import { greetingName, joinLines, oneLine } from '../../messages/emails/words.ts';
import { mailCompany } from '../../company/mail-company.ts';
import { leadWords, type LeadWords } from '../words.ts';
import {
  Action,
  CompanyMail,
  Facts,
  Figure,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';
import { FenceInMail, sidesInWords } from '../../messages/emails/fence-in-mail.tsx';

interface Received {
  network?: string | undefined;
}

export const GONE: NothingToSend = { skip: 'The lead no longer exists' };

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

/** Reads the lead that a message is about. Undefined if it was deleted. */
export const findLead = async ({ tx, row, company }: RenderContext): Promise<MailedLead | undefined> =>
  row.lead_id === null
    ? undefined
    : tx
        .selectFrom('leads')
        .select(LEAD_COLUMNS)
        .where('company_id', '=', company.id)
        .where('id', '=', row.lead_id)
        .executeTakeFirst();

export const fenceOf = (lead: MailedLead) => ({
  perimeter: lead.perimeter_ft,
  gateCount: lead.gate_count,
  materialType: lead.material_type,
});

/** Returns the homeowner's drawing, unless the length has since been changed. */
export const drawingOf = ({ measured, perimeter_ft: perimeter }: MailedLead): FenceDrawing | null =>
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
    subject: leadWords(language).subject({ company: company.name }),
    fromName: company.name,
    replyTo: company.email,
  };
};

/** Renders the instant reply as a text. Unlike the email, the text may have been delayed until morning. */
const receivedText = async (context: RenderContext<Received>): Promise<OutgoingText | NothingToSend | NotYet> => {
  const lead = await findLead(context);
  if (!lead) return GONE;
  if (await isUndecided(context.tx, context.company.id, lead.id)) return { skip: UNSURE_REASON };
  const newest = await findNewest(context, lead.id);
  const moot = await whyTooLate(context, newest?.status ?? null);
  if (moot !== null) return { skip: moot };
  // Otherwise, both texts are sent in the same minute of the morning, perhaps with different prices.
  if (newest && newest.sentAt >= context.row.created_at) return { skip: 'An estimate was sent meanwhile' };
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

/** Returns the newest estimate version's status and when it was sent, or null if none was. */
const findNewest = async ({ tx, company, clock }: RenderContext, leadId: LeadRow['id']) => {
  const newest = await tx
    .selectFrom('estimates')
    .select(['status', 'valid_until', 'job_zone', 'company', 'sent_at'])
    .where('company_id', '=', company.id)
    .where('lead_id', '=', leadId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? { status: statusNow(newest, clock.now()), sentAt: newest.sent_at } : null;
};

export const received: Renderer<Received> = { mail: receivedMail, text: receivedText };

/** A homeowner's request, as summarized in the email to them. Money is in cents, and lengths are in decimal feet. */
export interface LeadReceived {
  company: MailCompany;
  name: string;
  perimeter: number | null;
  gateCount: number;
  materialType: string | null;
  /** The homeowner's drawing, if it has the same length as the fence. */
  drawing?: FenceDrawing | null;
  /** The instant price. Null if the contractor doesn't show instant prices. */
  quoteCents: number | null;
  /** Default: English. */
  language?: Language;
}

/** Returns a short description of the request, such as '184 ft of Vinyl with 1 gate'. */
export const describeFence = (
  {
    perimeter,
    gateCount: count,
    materialType: material,
  }: Pick<LeadReceived, 'perimeter' | 'gateCount' | 'materialType'>,
  { fence, format }: LeadWords = leadWords(DEFAULT_LANGUAGE),
): string => {
  if (perimeter === null) return material === null ? fence.unknown({ count }) : fence.material({ material, count });
  const feet = format.feet(perimeter);
  return material === null ? fence.length({ feet, count }) : fence.both({ feet, material, count });
};

const factsOf = (
  { facts, format }: LeadWords,
  { perimeter, gateCount, materialType }: LeadReceived,
): [string, string][] => [
  ...(perimeter === null ? [] : [[facts.fence, format.feet(perimeter)] as [string, string]]),
  ...(materialType === null ? [] : [[facts.material, materialType] as [string, string]]),
  [facts.gates, String(gateCount)],
];

const nextStep = (words: LeadWords, { name: company, phone }: MailCompany): string =>
  phone === null ? words.next({ company }) : words.nextOrCall({ company, phone: formatPhone(phone) });

/** Renders the instant reply: thanks, the request, the price if instant prices are on, and the phone number. */
export const leadReceivedMail = async (lead: LeadReceived): Promise<{ html: string; text: string }> => {
  const { company, quoteCents, language = DEFAULT_LANGUAGE } = lead;
  const words = leadWords(language);
  const price = quoteCents === null ? null : words.format.money(quoteCents);
  const hello = words.hello({ name: greetingName(lead.name, language), company: company.name });
  const html = await render(
    <CompanyMail
      company={company}
      language={language}
      preview={words.preview({ fence: describeFence(lead, words) })}
      heading={words.heading}
    >
      <Paragraph>{hello}</Paragraph>
      {price !== null && <Figure amount={price} below={words.notFinal} />}
      <FenceInMail {...lead} />
      <Facts facts={factsOf(words, lead)} />
      {company.phone !== null && (
        <Action company={company} href={`tel:${company.phone}`} quiet>
          {words.call({ company: company.name })}
        </Action>
      )}
      <Paragraph>{nextStep(words, company)}</Paragraph>
    </CompanyMail>,
  );
  const text = joinLines([
    hello,
    '',
    price !== null && words.instantEstimate({ price }),
    price !== null && words.notFinal,
    price !== null && '',
    ...factsOf(words, lead).map(([label, value]) => words.fact({ label, value })),
    ...sidesInWords(lead.drawing, language),
    '',
    nextStep(words, company),
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
};
