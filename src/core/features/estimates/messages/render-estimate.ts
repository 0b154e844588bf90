import type { EstimateId } from '#shared/primitives/ids.ts';
import { greetingName, oneLine } from '../../messages/emails/words.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { whyTooLate } from '../../schedules/why-ended.ts';
import { estimateSentMail, priceWords } from '../emails/estimate-sent.tsx';
import { estimateSignedMail } from '../emails/estimate-signed.tsx';
import { mailCompany } from '../../company/mail-company.ts';
import { documentOf, type EstimateDocument, type Version } from '../estimate-document.ts';
import { ensureShortUrl, estimateUrl, findTokens } from '../estimate-links.ts';
import { pdfForMail } from '../pdf/pdf-of.ts';
import { rightAsSigned } from '../right-to-cancel.ts';
import { statusNow } from '#shared/features/estimates/status-now.rules.ts';
import { findVersion } from '../read-version.ts';
import { estimateWords } from '../words/index.ts';

const REVOKED = 'This estimate’s link was revoked';

type EstimateContext = RenderContext<{ estimateId: EstimateId }>;

interface Sendable {
  version: Version;
  document: EstimateDocument;
  url: string;
}

/**
 * Returns the version that the row refers to, with its link. If the link was revoked or the estimate no longer exists,
 * returns a reason to skip the message.
 */
const findSendable = async ({
  tx,
  payload,
  company,
  config,
  clock,
}: EstimateContext): Promise<Sendable | NothingToSend> => {
  const version = await findVersion(tx, { companyId: company.id, id: payload.estimateId, at: clock.now() });
  if (!version) return { skip: 'The estimate no longer exists' };
  const { id: estimateId } = version.estimate;
  const tokens = await findTokens(tx, { companyId: company.id, estimateIds: [estimateId], secret: config.APP_SECRET });
  const token = tokens.get(estimateId);
  if (token === undefined) return { skip: REVOKED };
  return { version, document: documentOf(version), url: estimateUrl(config, token) };
};

/** Like `findSendable`, but also returns a reason to skip the message if there's a newer version. */
const findCurrent = async (context: EstimateContext): Promise<Sendable | NothingToSend> => {
  const sendable = await findSendable(context);
  if ('version' in sendable && sendable.version.estimate.status === 'superseded')
    return { skip: 'A newer version of this estimate was sent' };
  return sendable;
};

const sentMail = async (context: EstimateContext): Promise<OutgoingMail | NothingToSend> => {
  const sendable = await findCurrent(context);
  if ('skip' in sendable) return sendable;
  const { document, url } = sendable;
  const { company: sender } = document;
  const words = estimateWords(document.language);
  return {
    ...(await estimateSentMail({ document, company: await mailCompany(context, document), url })),
    subject: oneLine(words.sent.subject({ company: sender.name, price: priceWords(words, document) })),
    fromName: oneLine(sender.name),
    replyTo: sender.email,
  };
};

/**
 * Renders the text with the link. Returns a reason to skip the text if the estimate no longer needs an answer. The text
 * may be delayed until morning, and by then the homeowner may have responded to the email.
 */
const sentText = async (context: EstimateContext): Promise<OutgoingText | NothingToSend> => {
  const sendable = await findCurrent(context);
  if ('skip' in sendable) return sendable;
  const { version, document, url } = sendable;
  const moot = await whyTooLate(context, statusNow(version.estimate, context.clock.now()));
  if (moot !== null) return { skip: moot };
  const { options, customer } = document;
  const words = estimateWords(document.language);
  const said = { name: greetingName(customer.name, document.language), price: priceWords(words, document), url };
  return {
    body: options.length > 1 ? words.sent.textOptions({ ...said, count: options.length }) : words.sent.text(said),
  };
};

/** Renders the email with the signed copy, even if a newer version has been sent since. */
const signedMail = async (context: EstimateContext): Promise<OutgoingMail | NothingToSend> => {
  const sendable = await findSendable(context);
  if ('skip' in sendable) return sendable;
  const { document, version, url } = sendable;
  const { acceptance } = version;
  if (!acceptance) return { skip: 'The estimate wasn’t signed' };
  const { company: sender } = document;
  const right = rightAsSigned(acceptance);
  const words = estimateWords(document.language);
  const body = await estimateSignedMail({
    document,
    company: await mailCompany(context, document),
    signedBy: acceptance.name,
    signedAt: words.format.moment(acceptance.at, acceptance.cancel_zone),
    right,
    url,
  });
  return {
    ...body,
    subject: oneLine(words.signed.subject({ company: sender.name, number: document.number })),
    fromName: oneLine(sender.name),
    replyTo: sender.email,
    attachments: [
      {
        filename: `${document.number}-signed.pdf`,
        contentType: 'application/pdf',
        content: await pdfForMail(context.tx, { document, acceptance, right, note: null }, context.clock.now()),
      },
    ],
  };
};

/** Renders the text with the short link to the signed copy, like the email. */
const signedText = async (context: EstimateContext): Promise<OutgoingText | NothingToSend> => {
  const sendable = await findSendable(context);
  if ('skip' in sendable) return sendable;
  const { document, version } = sendable;
  if (!version.acceptance) return { skip: 'The estimate wasn’t signed' };
  const { tx, company, config, payload } = context;
  const url = await ensureShortUrl(tx, { companyId: company.id, estimateId: payload.estimateId, config });
  if (url === undefined) return { skip: REVOKED };
  const words = estimateWords(document.language);
  const name = greetingName(document.customer.name, document.language);
  return { body: words.signed.text({ name, total: words.format.money(document.chosen.totalCents), url }) };
};

export const sent: Renderer<EstimateContext['payload']> = { mail: sentMail, text: sentText };
export const signed: Renderer<EstimateContext['payload']> = { mail: signedMail, text: signedText };
