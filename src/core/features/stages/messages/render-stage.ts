import { stageLabel } from '#shared/features/payments/stage-words.ts';
import { mailCompany } from '../../company/mail-company.ts';
import type { Renderer } from '../../messages/define-message.ts';
import { greetingName, oneLine } from '../../messages/emails/words.ts';
import type { NothingToSend, NotYet, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { lastAutomatedText } from '../../reminders/sent-reminders.ts';
import { MIN_GAP } from '#shared/features/follow-ups/cadence.rules.ts';
import { paymentRequestMail } from '../emails/payment-request.tsx';
import { linkTo, readRequest, type StageContext } from '../read-request.ts';
import { stageWords } from '../words.ts';

type Asking = 'request' | 'reminder';

async function mail(context: StageContext, asking: Asking): Promise<OutgoingMail | NothingToSend> {
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
    subject: oneLine(words[asking].subject({ amount })).slice(0, 200),
    fromName: oneLine(company.name),
    replyTo: company.email,
  };
}

async function text(context: StageContext, asking: Asking): Promise<OutgoingText | NothingToSend | NotYet> {
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
  mail: (context) => mail(context, asking),
  text: (context) => text(context, asking),
});

export const request = rendererOf('request');
export const reminder = rendererOf('reminder');
