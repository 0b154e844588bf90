import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { Language } from '#shared/primitives/language.ts';
import { permissionWords } from '../permission/words.ts';
import type { Config } from '../../platform/config.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { oneLine } from '../messages/emails/words.ts';
import { messageIdOf } from '../delivery/wire.ts';
import { contractorKinds, OWN_MAIL } from '../messages/registry.ts';

/** The number of earlier emails that a reply references. */
const REFERENCES = 10;

/** Selects the emails exchanged with a lead, newest first. */
const latestMails = (tx: CompanyTx, { companyId, leadId }: { companyId: CompanyId; leadId: LeadId }) =>
  tx
    .selectFrom('messages')
    .select(['direction', 'subject', 'provider_id', 'id', 'kind'])
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('channel', '=', 'email')
    .where('kind', 'not in', contractorKinds())
    .where('at', 'is not', null)
    .where('status', '!=', 'failed')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(REFERENCES)
    .execute();

const BEGINS_RE = /^(re|aw|antw|sv|vs|odp|tr|res|fwd?)\s*(\[\d+\])?\s*:/i;

/** Adds 'Re: ' to the subject if it isn't already there. */
export const answerSubject = (subject: string): string => {
  const text = oneLine(subject);
  return (BEGINS_RE.test(text) ? text.replace(BEGINS_RE, 'Re:') : `Re: ${text}`).slice(0, 200);
};

/**
 * Returns the default subject for an email to the lead. If the lead has sent an email, the subject is 'Re: ' and the
 * subject of the lead's last email. Otherwise, if we've sent the lead an email, it's 'Re: ' and the subject of our last
 * email. If there are no emails, the subject is about the estimate.
 */
export async function nextSubject(
  tx: CompanyTx,
  {
    companyId,
    leadId,
    companyName: company,
    language,
  }: { companyId: CompanyId; leadId: LeadId; companyName: string; language: Language },
): Promise<string> {
  const mails = await latestMails(tx, { companyId, leadId });
  const last =
    mails.find(({ direction, subject }) => direction === 'in' && subject) ?? mails.find(({ subject }) => subject);
  return last?.subject ? answerSubject(last.subject) : oneLine(permissionWords(language).followUpSubject({ company }));
}

/** Returns the Message-IDs for threading a reply, in angle brackets and oldest first. */
export async function threadHeaders(
  tx: CompanyTx,
  config: Config,
  of: { companyId: CompanyId; leadId: LeadId },
): Promise<{ inReplyTo?: string; references?: string[] }> {
  const mails = await latestMails(tx, of);
  const idOf = ({ direction, provider_id, id, kind }: (typeof mails)[number]): string | null => {
    if (direction === 'in') return provider_id?.startsWith('<') ? provider_id : null;
    return kind === OWN_MAIL ? null : `<${messageIdOf(id, config)}>`;
  };
  const ids = mails
    .map((mail) => ({ id: idOf(mail), theirs: mail.direction === 'in' }))
    .filter(({ id }) => id !== null);
  const answered = ids.find(({ theirs }) => theirs) ?? ids[0];
  if (!answered?.id) return {};
  // The email being answered comes last.
  const others = ids.filter((each) => each !== answered).flatMap(({ id }) => id ?? []);
  return { inReplyTo: answered.id, references: [...others.toReversed(), answered.id] };
}
