import { sql } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type Language, languageOf } from '#shared/primitives/language.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { readUnsubscribeToken } from '../../platform/secrets.ts';
import type { CompanyRow, LogoSnapshot } from '../company/company.table.ts';
import { ACCESS_COLUMNS } from '../billing/access.ts';
import { mailBrand } from '../company/mail-company.ts';
import { lockLeads } from '../lead-rows/lock-leads.ts';
import { stopSchedules } from '../schedules/stop-schedules.ts';
import { findLeadOrKept } from '../leads/lead-merges.repository.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { addressKey, findMailOptOuts } from '../permission/check-mail.ts';
import { finishSchedule } from '../messages/after-move.ts';
import { moving } from '../messages/move-message.ts';
import { addOptOut, isWish } from '../permission/opt-out.repository.ts';
import { mailedAddresses } from './mailed-addresses.ts';
import { undoProof } from './undo-unsubscribe.ts';

/** A company's data on its homeowner pages. */
interface PageCompany extends Pick<CompanyRow, 'name' | 'email' | 'phone' | 'address'> {
  postalAddress: string | null;
  logo: LogoSnapshot | null;
  /** The company's own color if its plan includes branding. Otherwise null. */
  brandColor: string | null;
}

/** Finds a link's company. Uses the system connection, because the company isn't known before the link is resolved. */
async function findPageCompany(
  { system, clock }: SystemDeps & Pick<Deps, 'clock'>,
  companyId: CompanyId,
): Promise<PageCompany> {
  const row = await system
    .selectFrom('company_profiles as company')
    .leftJoin('company_logos as logo', (join) =>
      join.onRef('logo.company_id', '=', 'company.id').onRef('logo.hash', '=', 'company.logo_hash'),
    )
    .select(['company.name', 'company.email', 'company.phone', 'company.address', 'company.postal_address'])
    .select(['company.widget_primary_color', 'logo.hash', 'logo.width', 'logo.height'])
    .where('company.id', '=', companyId)
    .executeTakeFirstOrThrow();
  const plan = await system
    .selectFrom('subscribers')
    .select(ACCESS_COLUMNS)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  const { name, email, phone, address, postal_address: postalAddress, hash, width, height } = row;
  const logo = hash === null || width === null || height === null ? null : { hash, width, height };
  return {
    name,
    email,
    phone,
    address,
    postalAddress,
    logo,
    brandColor: mailBrand(row, plan, clock.now())?.color ?? null,
  };
}

/** The recipient that an unsubscribe link belongs to. */
export interface Subscription {
  companyId: CompanyId;
  company: PageCompany;
  /** Null if the lead was deleted. The email address is still suppressed. */
  leadId: LeadId | null;
  /**
   * The email address that the email was sent to. Null if the link doesn't identify the email and the lead was emailed
   * at more than one email address.
   */
  email: string | null;
  /** All email addresses to suppress: the emailed one and the lead's current one (C13). */
  addresses: string[];
  language: Language;
}

/**
 * Returns the data for the unsubscribe page. Returns undefined if the token is invalid, or if no email address is known
 * for it. If the lead was merged, uses the kept lead. Writes nothing.
 */
export async function findSubscription(
  { system, config, clock }: SystemDeps & Pick<Deps, 'config' | 'clock'>,
  token: string,
): Promise<Subscription | undefined> {
  const link = readUnsubscribeToken(token, config.APP_SECRET);
  if (link === undefined) return undefined;
  const lead = await findLeadOrKept(system, link.leadId);
  const byRow = link.rowId === null ? [] : await mailedAddresses(system, { rowId: link.rowId });
  const mailed = byRow.length > 0 ? byRow : await mailedAddresses(system, { leadId: lead?.id ?? link.leadId });
  const companyId = lead?.company_id ?? mailed[0]?.companyId;
  if (companyId === undefined) return undefined;
  const company = await findPageCompany({ system, clock }, companyId);
  const addresses = [...new Set([...mailed.map(({ address }) => address), ...(lead?.email ? [lead.email] : [])])];
  // There's nothing to unsubscribe if no email address was stored or it has been removed.
  if (addresses.length === 0) return undefined;
  const [first = null, ...others] = addresses;
  const known = byRow.length > 0 || others.length === 0;
  return {
    companyId,
    company,
    leadId: lead?.id ?? null,
    email: known ? first : null,
    addresses,
    language: languageOf(lead),
  };
}

/** Whether all these email addresses are already unsubscribed at the person's own request. */
export const isUnsubscribed = ({ db }: Pick<Deps, 'db'>, { companyId, addresses }: Subscription): Promise<boolean> =>
  inCompany(db, companyId, async (tx) => {
    const optOuts = await findMailOptOuts(tx, companyId, addresses);
    return addresses.every((address) => optOuts.get(addressKey(address))?.some(isWish));
  });

/**
 * Stops this company's email follow-ups to these email addresses (C22, C24), immediately and permanently. Texts
 * continue if the homeowner has consented to them. Returns the proof for `undoUnsubscribe`, or null if the addresses
 * were already unsubscribed. Idempotent.
 */
export async function unsubscribe(
  { db, clock, wakeUps, config }: Pick<Deps, 'db' | 'clock' | 'wakeUps' | 'config'>,
  { companyId, leadId, addresses }: Subscription,
): Promise<string | null> {
  const at = clock.now();
  const proof = await inCompany(db, companyId, async (tx) => {
    await lockAddressed(tx, companyId, addresses);
    const before = await liveOptOuts(tx, companyId, addresses);
    if (!(await suppressAll(tx, { companyId, addresses, at }))) return null;
    const ids = (await liveOptOuts(tx, companyId, addresses)).filter((id) => !before.includes(id));
    if (leadId !== null)
      await addTimelineEvent(tx, {
        companyId,
        leadId,
        kind: 'opted_out',
        at,
        data: { channel: 'email', source: 'unsubscribe' },
      });
    await endMails(tx, {
      companyId,
      addresses,
      at,
      reason: 'Unsubscribed from emails',
      stopped: (name) => `Follow-ups stopped because ${name} unsubscribed from emails.`,
    });
    return undoProof(ids, config.APP_SECRET);
  });
  await wakeUps.enqueue(companyId);
  return proof;
}

/** Returns the ids of the opt-outs that suppress these email addresses. */
const liveOptOuts = async (tx: CompanyTx, companyId: CompanyId, addresses: readonly string[]): Promise<string[]> =>
  (
    await tx
      .selectFrom('opt_outs')
      .select('id')
      .where('company_id', '=', companyId)
      .where('channel', '=', 'email')
      .where('address', 'in', addresses.map(addressKey))
      .where('lifted_at', 'is', null)
      .execute()
  ).map(({ id }) => id);

/**
 * Locks every lead with one of these email addresses, in lock order. Until the locks are released, no email to them can
 * start (C9).
 */
const lockAddressed = (tx: CompanyTx, companyId: CompanyId, addresses: readonly string[]) =>
  lockLeads(tx, companyId).select('id').where('email', 'in', addresses).execute();

/**
 * Suppresses these email addresses. Returns true if at least one wasn't suppressed before. `words` is the person's
 * message.
 */
export async function suppressAll(
  tx: CompanyTx,
  { addresses, ...more }: { companyId: CompanyId; addresses: readonly string[]; words?: string; at: Date },
): Promise<boolean> {
  let isNew = false;
  for (const address of addresses)
    if (await addOptOut(tx, { ...more, channel: 'email', address, source: 'unsubscribe' })) isNew = true;
  return isNew;
}

interface EndedMails extends Pick<Subscription, 'companyId' | 'addresses'> {
  at: Date;
  /** The reason recorded on the canceled emails. */
  reason: string;
  /** Returns the reason that follow-ups stopped, worded for the contractor. */
  stopped: (name: string) => string;
}

/**
 * Stops email follow-ups to these email addresses. Email-only schedules stop. In schedules that also send texts, only
 * the emails are canceled.
 */
export async function endMails(
  tx: CompanyTx,
  { companyId, addresses, at, reason, stopped }: EndedMails,
): Promise<void> {
  const schedules = await tx
    .selectFrom('follow_up_schedules')
    .innerJoin('leads', 'leads.id', 'follow_up_schedules.lead_id')
    .select(['follow_up_schedules.id', 'leads.id as lead_id', 'follow_up_schedules.channel'])
    .where('follow_up_schedules.company_id', '=', companyId)
    .where('follow_up_schedules.status', '=', 'active')
    .where('leads.email', 'in', addresses)
    .execute();
  for (const schedule of schedules) {
    if (schedule.channel === 'email') {
      await stopSchedules(tx, {
        companyId,
        leadId: schedule.lead_id,
        reason: stopped,
        at,
      });
      continue;
    }
    const { rows: ended } = await moving({
      from: ['draft', 'scheduled'],
      to: 'cancelled',
      set: [sql`reason = ${reason}`],
      where: [sql`m.schedule_id = ${schedule.id} and m.channel = 'email'`],
      returning: sql`m.id`,
    })
      .$castTo<{ id: string }>()
      .execute(tx);
    const [first] = ended;
    if (first) await finishSchedule(tx, { rowId: first.id });
  }
}
