import { balanceOf } from '#shared/features/balances/balance.rules.ts';
import { render } from 'react-email';
import { changeStatusNow } from '#shared/features/changes/change-status.rules.ts';
import type { ChangeId } from '#shared/primitives/ids.ts';
import { localDate } from '#shared/primitives/local-date.ts';
import { unlinked } from '#shared/primitives/strangers-words.ts';
import type { Language } from '#shared/primitives/language.ts';
import { mailCompany } from '../../company/mail-company.ts';
import { type DocumentChange, isAgreedChange, type StoredChange } from '../../estimates/document-changes.ts';
import { documentOf, type EstimateDocument, type Version } from '../../estimates/estimate-document.ts';
import { ensureShortUrl, estimateUrl, findTokens } from '../../estimates/estimate-links.ts';
import { pdfForMail } from '../../estimates/pdf/pdf-of.ts';
import { findVersion } from '../../estimates/read-version.ts';
import { rightAsSigned, rightOfChange } from '../../estimates/right-to-cancel.ts';
import { readLeadMoney } from '../../lead-rows/lead-money.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import { greetingName, joinLines, oneLine } from '../../messages/emails/words.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { changeDocumentOf } from '../change-document.ts';
import { changeWords, type ChangeWords } from '../words.ts';
import {
  Action,
  CompanyMail,
  Facts,
  Figure,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';

export type Context = RenderContext<{ changeId: ChangeId }>;

export interface Found {
  version: Version;
  row: StoredChange;
  document: EstimateDocument;
  change: DocumentChange;
}

export const GONE: NothingToSend = { skip: 'The change no longer exists' };

/** Reads the change that a message is about. */
export async function find({ tx, payload, company, clock }: Context): Promise<Found | NothingToSend> {
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

type Fact = readonly [label: string, value: string];

/** A part's lines with the discount and the tax on them, so that the facts add up to the change. */
const partFacts = ({ facts, format: { money } }: ChangeWords, change: DocumentChange, which: 'added' | 'removed') => {
  const { lines, discountCents, taxLabel, taxCents } = change[which];
  const sign = which === 'added' ? 1 : -1;
  return [
    ...lines.map(({ label, totalCents }): Fact => [`${facts[which]}: ${label}`, money(sign * totalCents)]),
    ...(discountCents === 0 ? [] : [[facts.discount, money(-sign * discountCents)] satisfies Fact]),
    ...(taxLabel === null ? [] : [[taxLabel, money(sign * taxCents)] satisfies Fact]),
  ];
};

/** What is added and taken off, the sum, and what is left to pay with it. */
const factsOf = async ({ tx }: Context, { document, change }: Found, words: ChangeWords) => {
  const { money } = words.format;
  const { paid_cents: paidCents } = await readLeadMoney(tx, document.leadId);
  const left = balanceOf({ totalCents: change.totalCents, paidCents });
  const { facts } = words;
  return [
    ...partFacts(words, change, 'added'),
    ...partFacts(words, change, 'removed'),
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
    subject: words.sent.subject({ company: sender.name }),
    fromName: sender.name,
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
    subject: words.agreed.subject({ company: sender.name, total }),
    fromName: sender.name,
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

export const sent: Renderer<Context['payload']> = { mail: sentMail, text: sentText };
export const agreed: Renderer<Context['payload']> = { mail: agreedMail, text: agreedText };

/** A change's email to the homeowner. */
interface ChangeMail {
  company: MailCompany;
  language: Language;
  heading: string;
  hello: string;
  /** The contractor's words about the change. '' if there are none. */
  note: string;
  /** The new total, formatted. */
  total: string;
  facts: readonly (readonly [label: string, value: string])[];
  /** A sentence below the link. */
  below: string | null;
  action: { words: string; url: string };
}

async function changeMail(mail: ChangeMail): Promise<{ html: string; text: string }> {
  const { company, language, heading, hello, note, total, facts, below, action } = mail;
  const words = changeWords(language);
  const html = await render(
    <CompanyMail company={company} language={language} preview={total} heading={heading}>
      <Paragraph>{hello}</Paragraph>
      {note !== '' && <Paragraph>{note}</Paragraph>}
      <Figure amount={total} below={words.facts.total} />
      <Facts facts={facts} />
      <Action company={company} href={action.url}>
        {action.words}
      </Action>
      {below !== null && <Paragraph>{below}</Paragraph>}
    </CompanyMail>,
  );
  const text = joinLines([
    hello,
    note !== '' && `\n${note}`,
    '',
    words.fact({ label: words.facts.total, value: total }),
    ...facts.map(([label, value]) => words.fact({ label, value })),
    '',
    words.fact({ label: action.words, value: action.url }),
    below !== null && `\n${below}`,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
