import { changeStatusNow } from '#shared/features/changes/change-status.rules.ts';
import { formatWeekday } from '#shared/features/estimates/cooling-off.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import type { ChangeId } from '#shared/primitives/ids.ts';
import { localDate } from '#shared/primitives/local-date.ts';
import { cleanName, quotedInText, unlinked } from '#shared/primitives/strangers-words.ts';
import { mailCompany } from '../../company/mail-company.ts';
import { type DocumentChange, isAgreedChange, type StoredChange } from '../../estimates/document-changes.ts';
import { estimateAnsweredMail } from '../../estimates/emails/estimate-answered.tsx';
import { documentOf, type EstimateDocument, type Version } from '../../estimates/estimate-document.ts';
import { ensureShortUrl, estimateUrl, findTokens } from '../../estimates/estimate-links.ts';
import { pdfForMail } from '../../estimates/pdf/pdf-of.ts';
import { findVersion } from '../../estimates/read-version.ts';
import { rightAsSigned, rightOfChange } from '../../estimates/right-to-cancel.ts';
import { readLeadMoney } from '../../lead-rows/lead-money.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import { greetingName, oneLine } from '../../messages/emails/words.ts';
import { leadUrl } from '../../messages/lead-url.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { changeDocumentOf } from '../change-document.ts';
import { changeMail } from '../emails/change-mail.tsx';
import { changeWords, type ChangeWords } from '../words.ts';

type Context = RenderContext<{ changeId: ChangeId }>;

interface Found {
  version: Version;
  row: StoredChange;
  document: EstimateDocument;
  change: DocumentChange;
}

const GONE: NothingToSend = { skip: 'The change no longer exists' };

/** Reads the change that a message is about. */
async function find({ tx, payload, company, clock }: Context): Promise<Found | NothingToSend> {
  const found = await tx
    .selectFrom('estimate_changes')
    .select('estimate_id')
    .where('company_id', '=', company.id)
    .where('id', '=', payload.changeId)
    .executeTakeFirst();
  const of = found && { companyId: company.id, id: found.estimate_id, at: clock.now() };
  const version = of && (await findVersion(tx, of));
  const row = version?.changes.find(({ id }) => id === payload.changeId);
  if (!version || !row) return GONE;
  return { version, row, document: documentOf(version), change: changeDocumentOf(version, row).change };
}

/** Returns why a change doesn't need the homeowner's answer anymore, or null if it does. */
const whyMoot = ({ version, row }: Found, context: Context): string | null => {
  if (version.hasNewer) return 'A newer estimate was sent';
  switch (changeStatusNow(row, context.clock.now())) {
    case 'sent':
      return null;
    case 'signed':
      return 'The change is already signed';
    case 'declined':
      return 'The homeowner declined the change';
    case 'expired':
      return 'The change has expired';
    case 'draft':
    case 'credited':
    case 'canceled':
      return 'The change was canceled';
  }
};

const REVOKED: NothingToSend = { skip: 'This estimate’s link was revoked' };

async function linkOf({ tx, company, config }: Context, { version }: Found): Promise<string | undefined> {
  const estimateIds = [version.estimate.id];
  const tokens = await findTokens(tx, { companyId: company.id, estimateIds, secret: config.APP_SECRET });
  const token = tokens.get(version.estimate.id);
  return token === undefined ? undefined : estimateUrl(config, token);
}

/** What is added and taken off, the sum, and what is left to pay with it. */
const factsOf = async ({ tx }: Context, { document, change }: Found, words: ChangeWords) => {
  const { money } = words.format;
  const { received_cents, refunded_cents } = await readLeadMoney(tx, document.leadId);
  const left = change.totalCents - received_cents + refunded_cents;
  const { facts } = words;
  return [
    ...change.added.lines.map(({ label, totalCents }) => [`${facts.added}: ${label}`, money(totalCents)] as const),
    ...change.removed.lines.map(({ label, totalCents }) => [`${facts.removed}: ${label}`, money(-totalCents)] as const),
    [facts.net, money(change.netCents)] as const,
    left < 0
      ? ([facts.owedBack({ company: document.company.name }), money(-left)] as const)
      : ([facts.left, money(left)] as const),
    [facts.number, change.number] as const,
  ];
};

async function sentMail(context: Context): Promise<OutgoingMail | NothingToSend> {
  const found = await find(context);
  if ('skip' in found) return found;
  const moot = whyMoot(found, context);
  if (moot !== null) return { skip: moot };
  const url = await linkOf(context, found);
  if (url === undefined) return REVOKED;
  const { document, change, row } = found;
  const { company: sender, language } = document;
  const words = changeWords(language);
  const body = await changeMail({
    company: await mailCompany(context, document),
    language,
    heading: words.sent.heading,
    hello: words.sent.hello({ name: greetingName(document.customer.name, language), company: sender.name }),
    note: unlinked(change.note),
    total: words.format.money(change.totalCents),
    facts: await factsOf(context, found, words),
    below: row.valid_until && words.sent.until({ day: words.format.day(localDate(row.valid_until)) }),
    action: { words: words.sent.action, url },
  });
  return {
    ...body,
    subject: oneLine(words.sent.subject({ company: sender.name })).slice(0, 200),
    fromName: oneLine(sender.name),
    replyTo: sender.email,
  };
}

async function sentText(context: Context): Promise<OutgoingText | NothingToSend> {
  const found = await find(context);
  if ('skip' in found) return found;
  const moot = whyMoot(found, context);
  return moot === null ? textOf(context, found, 'sent') : { skip: moot };
}

async function textOf(context: Context, { version, document, change }: Found, which: 'sent' | 'agreed') {
  const { tx, company, config } = context;
  const url = await ensureShortUrl(tx, { companyId: company.id, estimateId: version.estimate.id, config });
  if (url === undefined) return REVOKED;
  const words = changeWords(document.language);
  const name = greetingName(document.customer.name, document.language);
  const total = words.format.money(change.totalCents);
  const said = { name, total, url };
  return {
    body:
      which === 'sent'
        ? words.sent.text({ ...said, company: oneLine(document.company.name) })
        : words.agreed.text(said),
  };
}

async function agreedMail(context: Context): Promise<OutgoingMail | NothingToSend> {
  const found = await find(context);
  if ('skip' in found) return found;
  const { document, change, version } = found;
  const { acceptance } = version;
  if (!isAgreedChange(change) || !acceptance) return GONE;
  const url = await linkOf(context, found);
  if (url === undefined) return REVOKED;
  const { company: sender, language } = document;
  const { signature } = change;
  const words = changeWords(language);
  const total = words.format.money(change.totalCents);
  const named = { name: greetingName(document.customer.name, language) };
  const signed = signature && [
    [words.facts.signedBy, signature.name] as const,
    [words.facts.signedOn, words.format.moment(new Date(signature.at), signature.cancel.zone)] as const,
  ];
  const body = await changeMail({
    company: await mailCompany(context, document),
    language,
    heading: signature ? words.agreed.heading : words.agreed.headingCredit,
    hello: signature ? words.agreed.hello(named) : words.agreed.helloCredit({ ...named, company: sender.name }),
    note: unlinked(change.note),
    total,
    facts: [...(await factsOf(context, found, words)), ...(signed ?? [])],
    below: signature && words.agreed.mayCancel({ day: words.format.weekday(rightOfChange(signature, language).until) }),
    action: { words: words.agreed.action, url },
  });
  const print = { document, acceptance, right: rightAsSigned(acceptance), note: null };
  return {
    ...body,
    subject: oneLine(words.agreed.subject({ company: sender.name, total })).slice(0, 200),
    fromName: oneLine(sender.name),
    replyTo: sender.email,
    attachments: [
      {
        filename: `${change.number}-signed.pdf`,
        contentType: 'application/pdf',
        content: await pdfForMail(context.tx, print, context.clock.now()),
      },
    ],
  };
}

async function agreedText(context: Context): Promise<OutgoingText | NothingToSend> {
  const found = await find(context);
  if ('skip' in found) return found;
  return isAgreedChange(found.change) ? textOf(context, found, 'agreed') : GONE;
}

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
    subject: oneLine(didWith(found, lead.name)).slice(0, 200),
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

export const sent: Renderer<Context['payload']> = { mail: sentMail, text: sentText };
export const agreed: Renderer<Context['payload']> = { mail: agreedMail, text: agreedText };
export const notice: Renderer<Context['payload']> = { mail: noticeMail, text: noticeText };
