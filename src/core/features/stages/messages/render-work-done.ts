import { dueNow } from '#shared/features/payments/payment-plan.rules.ts';
import { stageLabel, workDoneMessage } from '#shared/features/payments/stage-words.ts';
import type { EstimateId } from '#shared/primitives/ids.ts';
import { mailCompany } from '../../company/mail-company.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import { greetingName, oneLine } from '../../messages/emails/words.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { paymentRequestMail } from '../emails/payment-request.tsx';
import { labelOf, linkTo, readSigned } from '../read-request.ts';
import { stageWords } from '../words.ts';

type DoneContext = RenderContext<{ estimateId: EstimateId; doneAt: string; message: string | null }>;

/** Reads what the message says, or why it isn't sent. It asks for what is due, unless nothing can be paid. */
async function read(context: DoneContext) {
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

async function mail(context: DoneContext): Promise<OutgoingMail | NothingToSend> {
  const done = await read(context);
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
    subject: oneLine(words.done.subject({ company: company.name })).slice(0, 200),
    fromName: oneLine(company.name),
    replyTo: company.email,
  };
}

async function text(context: DoneContext): Promise<OutgoingText | NothingToSend> {
  const done = await read(context);
  if ('skip' in done) return done;
  const { asked, said, url, online } = done;
  const words = stageWords(context.language);
  const ask = asked === null ? [] : [words.done.due({ amount: words.format.money(asked.cents) })];
  const link = url === null ? [] : [(asked && online ? words.payAt : words.seeAt)({ url })];
  return { body: [oneLine(said), ...ask, ...link].join(' ') };
}

export const done: Renderer<DoneContext['payload']> = { mail, text };
