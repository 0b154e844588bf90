import { mediaNames } from '#shared/features/conversations/media.rules.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { fetchTextMedia, listTextMedia } from '../../platform/twilio-media.ts';

/**
 * Returns a file that a homeowner texted. Twilio stores the file. Throws NOT_FOUND if the company doesn't have this
 * message or Twilio no longer has the file, and PROVIDER_UNAVAILABLE if Twilio doesn't respond.
 */
export async function readMessageFile(
  deps: Pick<Deps, 'db' | 'config' | 'logger'>,
  { companyId, messageId, name }: { companyId: CompanyId; messageId: string; name: string },
): Promise<Buffer> {
  const sid = await findTextSid(deps, { companyId, messageId, name });
  const content = await fetchFile(deps, sid, name).catch((error: unknown) => {
    deps.logger.warn({ err: errorForLog(error) }, "couldn't fetch a text attachment from Twilio");
    throw new AppError('The text service isn’t responding. Try again in a moment', 'PROVIDER_UNAVAILABLE');
  });
  if (content === null) throw notFound('the file');
  return content;
}

async function findTextSid(
  { db }: Pick<Deps, 'db'>,
  { companyId, messageId, name }: { companyId: CompanyId; messageId: string; name: string },
): Promise<string> {
  const message = await inCompany(db, companyId, (tx) =>
    tx
      .selectFrom('messages')
      .select(['provider_id', 'attachments'])
      .where('company_id', '=', companyId)
      .where('id', '=', messageId as never)
      .where('direction', '=', 'in')
      .where('channel', '=', 'sms')
      .executeTakeFirst(),
  );
  if (!message?.provider_id || !message.attachments.includes(name)) throw notFound('the file');
  return message.provider_id;
}

/**
 * Fetches a file by its name. Names are derived from the file types in Twilio's list, by the same rules as for the
 * webhook.
 */
async function fetchFile({ config }: Pick<Deps, 'config'>, sid: string, name: string): Promise<Buffer | null> {
  const media = await listTextMedia(config, sid);
  const names = mediaNames(media.map(({ type }) => type));
  const wanted = media[names.indexOf(name)] ?? media.find((_, index) => sameKind(names[index], name));
  return wanted ? fetchTextMedia(config, sid, wanted.sid) : null;
}

/**
 * Whether both files are photos or have the same type, according to their names. The number in the name is ignored,
 * because the order of Twilio's list may differ from the webhook's. Twilio's 'photo-1.jpg' can therefore be the
 * webhook's 'photo-2.jpg'.
 */
const sameKind = (one: string | undefined, other: string): boolean =>
  one !== undefined && one.replace(/\d+/, '') === other.replace(/\d+/, '');
