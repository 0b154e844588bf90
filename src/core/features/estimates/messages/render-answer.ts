import { handoverLines } from '#shared/features/agent/handover-lines.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { formatWeekday } from '#shared/features/estimates/cooling-off.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import type { EstimateId } from '#shared/primitives/ids.ts';
import { localDate } from '#shared/primitives/local-date.ts';
import { cleanName, quotedInText, unlinked } from '#shared/primitives/strangers-words.ts';
import type { LeadRow } from '../../lead-rows/lead-rows.table.ts';
import { leadUrl } from '../../messages/lead-url.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { type EstimateAnswered, estimateAnsweredMail } from './answered-mail.tsx';
import { documentOf, type EstimateDocument, type Version } from '../estimate-document.ts';
import { findVersion } from '../read-version.ts';

type MailedLead = Pick<LeadRow, 'id' | 'name' | 'email'>;
type AnswerContext = RenderContext<{ estimateId: EstimateId }>;
type QuestionContext = RenderContext<{ estimateId: EstimateId; askedAt: string }>;

interface Answer {
  version: Version;
  document: EstimateDocument;
  lead: MailedLead;
}

/** Returns the homeowner and their answer, or a reason to skip the notice if either no longer exists. */
const findAnswer = async ({ tx, row, payload, company, clock }: AnswerContext): Promise<Answer | NothingToSend> => {
  const version = await findVersion(tx, { companyId: company.id, id: payload.estimateId, at: clock.now() });
  const lead = await tx
    .selectFrom('leads')
    .select(['id', 'name', 'email'])
    .where('company_id', '=', company.id)
    .where('id', '=', row.lead_id)
    .executeTakeFirst();
  return version && lead
    ? { version, document: documentOf(version, undefined, DEFAULT_LANGUAGE), lead }
    : { skip: 'The estimate no longer exists' };
};

/**
 * Renders a notice in the platform's name. Replies go to the homeowner. If the notice were sent in the company's name,
 * contractors would receive emails from themselves.
 */
const notice = async (
  { config, company }: RenderContext,
  lead: MailedLead,
  told: Omit<EstimateAnswered, 'company' | 'url'> & { subject: string },
): Promise<OutgoingMail> => {
  const { subject, ...words } = told;
  const body = await estimateAnsweredMail({
    ...words,
    company: {
      name: company.name,
      email: company.email,
      phone: company.phone,
      postalAddress: company.postal_address,
    },
    url: leadUrl(config, lead.id),
  });
  return { ...body, subject: subject, fromName: config.PRODUCT_NAME, replyTo: lead.email };
};

const acceptedMail = async (context: AnswerContext): Promise<OutgoingMail | NothingToSend> => {
  const answer = await findAnswer(context);
  if ('skip' in answer) return answer;
  const { document, lead, version } = answer;
  const { chosen } = document;
  const { acceptance } = version;
  if (!acceptance) return { skip: 'The estimate wasn’t signed' };
  return notice(context, lead, {
    subject: `${cleanName(lead.name)} accepted ${document.number}, ${formatCents(chosen.totalCents)}`,
    heading: `${cleanName(lead.name)} accepted your estimate`,
    facts: [
      ['Estimate', document.number],
      ...(chosen.label === null ? [] : ([['Option', chosen.label]] as const)),
      ['Total', formatCents(chosen.totalCents)],
      ['Deposit', formatCents(chosen.deposit.cents)],
      ['Signed by', unlinked(acceptance.name)],
    ],
    sentences: [
      `${cleanName(lead.name)} may cancel until midnight of ${formatWeekday(localDate(acceptance.cancel_until))}. Don’t order materials before then.`,
      'Follow-ups to this lead have stopped. Call to schedule the work.',
    ],
  });
};

const declinedMail = async (context: AnswerContext): Promise<OutgoingMail | NothingToSend> => {
  const answer = await findAnswer(context);
  if ('skip' in answer) return answer;
  const { document, lead, version } = answer;
  return notice(context, lead, {
    subject: `${cleanName(lead.name)} declined ${document.number}`,
    heading: `${cleanName(lead.name)} declined your estimate`,
    facts: [
      ['Estimate', document.number],
      ['Total', formatCents(document.chosen.totalCents)],
      ['Reason', unlinked(version.estimate.decline_reason?.trim() || 'None given')],
    ],
    sentences: ['Follow-ups to this lead have stopped. Sending a new version reopens the estimate.'],
  });
};

const questionMail = async (context: QuestionContext): Promise<OutgoingMail | NothingToSend> => {
  const answer = await findAnswer(context);
  if ('skip' in answer) return answer;
  const { document, lead } = answer;
  const question = await findQuestion(context);
  if (question === undefined) return { skip: 'The question no longer exists' };
  return notice(context, lead, {
    subject: `${cleanName(lead.name)} asks about ${document.number}`,
    heading: `${cleanName(lead.name)} has a question`,
    facts: [['Estimate', document.number], ['Question', unlinked(question)], ...(await handoverFacts(context))],
    sentences: [
      lead.email === null
        ? `Call or text ${cleanName(lead.name)} to answer. Follow-ups to this lead have stopped.`
        : `Reply to this email to reach ${lead.email}. Follow-ups to this lead have stopped.`,
    ],
  });
};

/** Returns the additional facts needed to answer a question that the AI agent handed over to the contractor. */
const handoverFacts = async ({ tx, row, payload, company }: QuestionContext): Promise<[string, string][]> => {
  const found = await tx
    .selectFrom('agent_conversations')
    .select('handover')
    .where('company_id', '=', company.id)
    .where('lead_id', '=', row.lead_id)
    .where('channel', '=', 'estimate_page')
    .where('handed_over_at', '=', new Date(payload.askedAt))
    .executeTakeFirst();
  const summary = found?.handover ?? null;
  // The notice already contains the question and the estimate's number.
  return summary === null ? [] : handoverLines(summary).filter(([, text]) => text !== summary.said);
};

/** Finds the question on the timeline by the time in the row's payload. */
const findQuestion = async ({ tx, row, payload, company }: QuestionContext): Promise<string | undefined> => {
  const event = await tx
    .selectFrom('timeline_events')
    .select('data')
    .where('company_id', '=', company.id)
    .where('lead_id', '=', row.lead_id)
    .where('kind', '=', 'question')
    .where('at', '=', new Date(payload.askedAt))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return typeof event?.data['text'] === 'string' ? event.data['text'] : undefined;
};

/** Renders a notice as a text to the contractor's phone, with a link to the lead. */
const answerText =
  <Context extends AnswerContext>(say: (answer: Answer, context: Context) => Promise<string | NothingToSend>) =>
  async (context: Context): Promise<OutgoingText | NothingToSend> => {
    const answer = await findAnswer(context);
    if ('skip' in answer) return answer;
    const said = await say(answer, context);
    return typeof said === 'string' ? { body: `${said} ${leadUrl(context.config, answer.lead.id)}` } : said;
  };

const acceptedText = answerText<AnswerContext>(
  async ({ lead, document }) =>
    `${cleanName(lead.name)} accepted ${document.number}, ${formatCents(document.chosen.totalCents)}.`,
);

const declinedText = answerText<AnswerContext>(async ({ lead, document, version }) => {
  const reason = quotedInText(version.estimate.decline_reason ?? '');
  return `${cleanName(lead.name)} declined ${document.number}${reason === '' ? '.' : `: ${reason}`}`;
});

const questionText = answerText<QuestionContext>(async ({ lead, document }, context) => {
  const question = await findQuestion(context);
  if (question === undefined) return { skip: 'The question no longer exists' };
  return `${cleanName(lead.name)} asks about ${document.number}: ${quotedInText(question)}`;
});

export const accepted: Renderer<AnswerContext['payload']> = { mail: acceptedMail, text: acceptedText };
export const declined: Renderer<AnswerContext['payload']> = { mail: declinedMail, text: declinedText };
export const question: Renderer<QuestionContext['payload']> = { mail: questionMail, text: questionText };
