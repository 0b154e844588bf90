import { type Reminder, REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import type { OutboxRow } from '../outbox/outbox.table.ts';
import type { ReminderRuleRow } from './reminders.table.ts';
import { placeOf } from '../../platform/us-data/index.ts';
import { accessOf, findAccessRow } from '../billing/access.ts';
import type { Version } from '../estimates/estimate-document.ts';
import { statusNow } from '#shared/features/estimates/status-now.rules.ts';
import { findVersion } from '../estimates/read-version.ts';
import { findSchedule } from '../follow-ups/follow-ups.repository.ts';
import { unsureAmong } from '../permission/unsure-replies.ts';
import { readPayable } from '../balances/payable.ts';
import { whyNotRemind } from './check-reminder.ts';
import { listEnabled } from './reminder-rules.repository.ts';

const PREFIX = 'reminder.';

/** An outbox row's reminder; undefined if it isn't one. */
export const reminderOf = (kind: string): Reminder | undefined => REMINDERS.find((rule) => kind === `${PREFIX}${rule}`);

/** A waiting reminder with the data for its check and tags; `whyNot` is null if it would be sent now. */
export interface ReadReminder {
  rule: Reminder;
  whyNot: string | null;
  /** The company's settings; undefined if it is turned off. */
  setting: ReminderRuleRow | undefined;
  version: Version | undefined;
  balanceCents: number | null;
  zone: string;
}

interface ToRead {
  row: OutboxRow;
  lead: LeadRow;
  company: CompanyRow;
  now: Date;
}

/** Reads a waiting reminder's data; undefined if the row isn't one. */
export async function readReminder(
  tx: CompanyTx,
  { row, lead, company, now }: ToRead,
): Promise<ReadReminder | undefined> {
  const rule = reminderOf(row.kind);
  if (!rule) return undefined;
  const companyId = company.id;
  const { zone } = placeOf({ ...lead, companyZone: company.time_zone });
  const [setting] = await listEnabled(tx, { companyId, rules: [rule] });
  const id = estimateIdSchema.safeParse(row.payload['estimateId']);
  const version = id.success ? await findVersion(tx, { companyId, id: id.data, at: now }) : undefined;
  const balance = rule === 'balance' && version ? await readBalance(tx, { version, now }) : NO_BALANCE;
  const schedule = await findSchedule(tx, companyId, lead.id);
  const whyNot = whyNotRemind({
    rule,
    row,
    lead,
    enabled: setting !== undefined,
    hasPlan: accessOf(await findAccessRow(tx, companyId), now).hasDashboard,
    status: version ? statusNow(version.estimate, now) : null,
    hasNewer: version?.hasNewer === true,
    followedUp: schedule?.status === 'active',
    unsure: (await unsureAmong(tx, companyId, [lead.id])).has(lead.id),
    noBalance: balance.refusal,
    zone,
    now,
  });
  return { rule, whyNot, setting, version, balanceCents: balance.cents, zone };
}

const NO_BALANCE = { cents: null, refusal: 'The estimate no longer exists' };

/** The balance payable on the homeowner's page now, or why none is. */
async function readBalance(
  tx: CompanyTx,
  { version: { estimate }, now }: { version: Version; now: Date },
): Promise<{ cents: number | null; refusal: string | null }> {
  const { due, refusal } = await readPayable(tx, {
    companyId: estimate.company_id,
    estimateId: estimate.id,
    // the contractor reads why there is no balance
    language: DEFAULT_LANGUAGE,
    at: now,
  });
  if (refusal) return { cents: null, refusal: refusal.message };
  return due.balance === null
    ? { cents: null, refusal: 'No balance is due anymore' }
    : { cents: due.balance, refusal: null };
}
