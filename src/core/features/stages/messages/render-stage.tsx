import { render } from 'react-email';
import { stageLabel, workDoneMessage } from '#shared/features/payments/stage-words.ts';
import { MIN_GAP } from '#shared/features/follow-ups/due-dates.rules.ts';
import type { Language } from '#shared/primitives/language.ts';
import { dueNow } from '#shared/features/payments/payment-plan.rules.ts';
import type { EstimateId } from '#shared/primitives/ids.ts';
import { mailCompany } from '../../company/mail-company.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import { greetingName, joinLines, oneLine } from '../../messages/emails/words.ts';
import type { NothingToSend, NotYet, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { lastAutomatedText } from '../../reminders/sent-reminders.ts';
import { labelOf, linkTo, readRequest, readSigned, type StageContext } from '../read-request.ts';
import { stageWords } from '../words.ts';
import {
  Action,
  CompanyMail,
  Facts,
  Figure,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';

type Asking = 'request' | 'reminder';

async function askMail(context: StageContext, asking: Asking): Promise<OutgoingMail | NothingToSend> {
  const request = await readRequest(context);
  if ('skip' in request) return request;
  const { language, company } = context;
  const { version, leadName, label, cents, online } = request;
  const { estimate } = version;
  const words = stageWords(language);
  const amount = words.format.money(cents);
  const body = await paymentRequestMail({
    company: await mailCompany(context, estimate),
    language,
    heading: words[asking].heading({ amount }),
    sentences: [words[asking].hello({ name: greetingName(leadName, language), company: oneLine(company.name) })],
    figure: { amount, below: label === null ? words.dueNow : stageLabel(label, language) },
    number: estimate.number,
    online,
    url: await linkTo(context, estimate.id),
  });
  return {
    ...body,
    subject: words[asking].subject({ amount }),
    fromName: company.name,
    replyTo: company.email,
  };
}

async function askText(context: StageContext, asking: Asking): Promise<OutgoingText | NothingToSend | NotYet> {
  const request = await readRequest(context);
  if ('skip' in request) return request;
  const { tx, row, company, clock, language } = context;
  if (asking === 'reminder') {
    const last = await lastAutomatedText(tx, { row, company });
    const until = last && new Date(last.getTime() + MIN_GAP);
    if (until && until > clock.now())
      return { until, reason: 'Moved: automated texts are sent at least 4 hours apart.' };
  }
  const { leadName, cents, online, version } = request;
  const words = stageWords(language);
  const url = await linkTo(context, version.estimate.id);
  const said = words[asking].text({
    name: greetingName(leadName, language),
    amount: words.format.money(cents),
  });
  const link = url === null ? [] : [(online ? words.payAt : words.seeAt)({ url })];
  return { body: [said, ...link, words.ifPaid].join(' ') };
}

const rendererOf = (asking: Asking): Renderer<StageContext['payload']> => ({
  mail: (context) => askMail(context, asking),
  text: (context) => askText(context, asking),
});

export const request = rendererOf('request');
export const reminder = rendererOf('reminder');

type DoneContext = RenderContext<{ estimateId: EstimateId; doneAt: string; message: string | null }>;

/** Reads what the message says, or why it isn't sent. It asks for what is due, unless nothing can be paid. */
async function readDone(context: DoneContext) {
  const { payload, language, company } = context;
  const signed = await readSigned(context, payload.estimateId);
  if ('skip' in signed) return signed;
  const { version, leadName, payable } = signed;
  const { estimate } = version;
  if (estimate.work_done_at?.toISOString() !== payload.doneAt) return { skip: 'The work isn’t done after all' };
  const { stages, closed, state } = payable;
  const cents = dueNow(stages);
  const label = labelOf(stages);
  const name = greetingName(leadName, language);
  return {
    estimate,
    online: state.connected,
    asked:
      cents > 0 && !closed
        ? { cents, label: label === null ? stageWords(language).dueNow : stageLabel(label, language) }
        : null,
    said: payload.message ?? workDoneMessage(language, { name, company: oneLine(company.name) }),
    url: await linkTo(context, estimate.id),
  };
}

async function doneMail(context: DoneContext): Promise<OutgoingMail | NothingToSend> {
  const done = await readDone(context);
  if ('skip' in done) return done;
  const { language, company } = context;
  const { estimate, asked, said, url, online } = done;
  const words = stageWords(language);
  const body = await paymentRequestMail({
    company: await mailCompany(context, estimate),
    language,
    heading: words.done.heading,
    sentences: said.split(/\n+/),
    figure: asked && { amount: words.format.money(asked.cents), below: asked.label },
    number: estimate.number,
    online: online && asked !== null,
    url,
  });
  return {
    ...body,
    subject: words.done.subject({ company: company.name }),
    fromName: company.name,
    replyTo: company.email,
  };
}

async function doneText(context: DoneContext): Promise<OutgoingText | NothingToSend> {
  const done = await readDone(context);
  if ('skip' in done) return done;
  const { asked, said, url, online } = done;
  const words = stageWords(context.language);
  const ask = asked === null ? [] : [words.done.due({ amount: words.format.money(asked.cents) })];
  const link = url === null ? [] : [(asked && online ? words.payAt : words.seeAt)({ url })];
  return { body: [oneLine(said), ...ask, ...link].join(' ') };
}

export const done: Renderer<DoneContext['payload']> = { mail: doneMail, text: doneText };

/** A message about a payment plan, in words for the homeowner. */
interface PaymentRequestMail {
  company: MailCompany;
  language: Language;
  heading: string;
  sentences: readonly string[];
  /** What is due, with the stage's name below. Null if nothing is. */
  figure: { amount: string; below: string } | null;
  /** The estimate's number. */
  number: string;
  /** Whether it can be paid online. */
  online: boolean;
  /** The URL of the estimate's page. Null if its link was revoked. */
  url: string | null;
}

async function paymentRequestMail(mail: PaymentRequestMail): Promise<{ html: string; text: string }> {
  const { company, language, heading, sentences, figure, number, online, url } = mail;
  const words = stageWords(language);
  const facts: [string, string][] = [[words.estimate, number]];
  const action = online ? words.pay : words.view;
  const html = await render(
    <CompanyMail company={company} language={language} preview={sentences[0] ?? heading} heading={heading}>
      {sentences.map((sentence, index) => (
        <Paragraph key={index}>{sentence}</Paragraph>
      ))}
      {figure && <Figure amount={figure.amount} below={figure.below} />}
      <Facts facts={facts} />
      {url !== null && (
        <Action company={company} href={url}>
          {action}
        </Action>
      )}
      {figure && <Paragraph>{words.ifPaid}</Paragraph>}
    </CompanyMail>,
  );
  const text = joinLines([
    ...sentences,
    '',
    figure && words.fact({ label: figure.below, value: figure.amount }),
    ...facts.map(([label, value]) => words.fact({ label, value })),
    url !== null && `\n${words.fact({ label: action, value: url })}`,
    figure && `\n${words.ifPaid}`,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
