import { mailCompany } from '../../company/mail-company.ts';
import { renderTypedMail } from './typed-mail.tsx';
import { nextSubject, threadHeaders } from '../mail-subject.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import type { NothingToSend, OutgoingMail } from '../../messages/outgoing.ts';
import { isCommercialTyped } from '../../delivery/typed-text.ts';
import { unsubscribeLink } from '../../permission/unsubscribe-link.ts';

interface Typed {
  text: string;
  subject?: string | undefined;
}

const GONE: NothingToSend = { skip: 'The lead was deleted' };

const typedMail = async (context: RenderContext<Typed>): Promise<OutgoingMail | NothingToSend> => {
  const { tx, row, payload, company, config } = context;
  if (row.lead_id === null) return GONE;
  const of = { companyId: company.id, leadId: row.lead_id };
  const subject =
    payload.subject || (await nextSubject(tx, { ...of, companyName: company.name, language: context.language }));
  // A commercial email explains how to unsubscribe (C22, C24).
  const out = (await isCommercialTyped(tx, row))
    ? unsubscribeLink(config, { leadId: row.lead_id, rowId: row.id })
    : null;
  return {
    ...(await renderTypedMail({
      text: payload.text,
      company: await mailCompany(context),
      unsubscribeUrl: out?.url ?? null,
      language: context.language,
    })),
    ...(out ? { headers: out.headers } : {}),
    // The thread shows the typed text, without the email's footer.
    kept: payload.text,
    ...(await threadHeaders(tx, config, of)),
    subject: subject,
    fromName: company.name,
    replyTo: company.email,
  };
};

export const typed: Renderer<Typed> = {
  mail: typedMail,
  text: ({ payload }) => Promise.resolve({ body: payload.text }),
};
