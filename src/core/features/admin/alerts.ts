import { sql } from 'kysely';
import { ALERT_AT_NEW_PEOPLE } from '#shared/features/trust/budgets.rules.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { Config } from '../../platform/config.ts';
import type { SystemDeps, SystemTx } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { adminEmails } from '../auth/admin-emails.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import { adminAlert, type AlertPayload } from './messages/admin-alert.ts';
import { countNewPeople } from './new-people.ts';

type AlertDeps = SystemDeps & Pick<Deps, 'config' | 'clock' | 'wakeUps' | 'logger'>;

interface Alert {
  /** Identifies the event, so that it's reported only once. */
  key: string;
  payload: AlertPayload;
}

/** Events older than this many days are no longer reported. */
const NEWS_DAYS = 7;

/** The email addresses in ADMIN_EMAILS, or SUPPORT_EMAIL if that list is empty. */
const addressees = (config: Pick<Config, 'ADMIN_EMAILS' | 'SUPPORT_EMAIL'>): string[] => {
  const listed = adminEmails(config);
  return listed.length > 0 ? listed : [config.SUPPORT_EMAIL];
};

/**
 * Emails the admins once about each problem. A problem is a provider outage of more than a minute, a provider's refusal
 * of our credentials, or carriers' refusal of a company's texts or of one of its templates (T9). Also emails them if an
 * unusually high number of people got their first message, but at most once a day. If the email server itself is down,
 * no email can be sent. That outage appears only in the log, in /metrics and in the admin panel. The sweep calls this
 * function.
 */
export async function raiseAlerts(deps: AlertDeps): Promise<void> {
  const told = await deps.system.transaction().execute(async (tx) => {
    const alerts = [
      ...(await downProviders(tx, deps)),
      ...(await untold(tx, [...(await refusals(tx)), ...(await manyNewPeople(tx, deps))])),
    ];
    for (const alert of alerts) await write(tx, deps, alert);
    return alerts.length;
  });
  if (told > 0) await deps.wakeUps.enqueue('platform');
}

/** Locks the provider's row, so that two workers never report the same outage. */
async function downProviders(tx: SystemTx, { logger }: AlertDeps): Promise<Alert[]> {
  const { rows } = await sql<{
    provider: 'twilio' | 'smtp';
    cause: 'failing' | 'account';
    code: string | null;
    opened_at: Date;
  }>`update provider_states set alerted_at = clock_timestamp()
    where provider in (select provider from provider_states
      where opened_at is not null and alerted_at is null
        and (cause = 'account' or opened_at <= clock_timestamp() - interval '1 minute')
      for update skip locked)
    returning provider, cause, code, opened_at`.execute(tx);
  for (const { provider, cause, code, opened_at: since } of rows)
    logger.error({ provider, cause, code, since }, 'a provider has been down for more than a minute');
  return rows.flatMap(({ provider, cause, code, opened_at: since }): Alert[] =>
    provider === 'smtp'
      ? []
      : [
          {
            key: `provider:${provider}:${since.getTime()}`,
            payload: { what: 'provider', provider, cause, code, since: since.toISOString() },
          },
        ],
  );
}

interface Refused {
  company_id: string;
  name: string;
  code: string;
  at: Date;
  template_hash: string | null;
}

async function refusals(tx: SystemTx): Promise<Alert[]> {
  const { rows } = await sql<Refused>`
    select c.id as company_id, c.name, c.sms_pause_code as code, c.sms_paused_at as at, null as template_hash
      from company_profiles c where c.sms_paused_at is not null
    union all
    select c.id, c.name, t.code, t.at, t.template_hash from stopped_templates t
      join company_profiles c on c.id = t.company_id
      where t.at > (select max(at) from stopped_templates) - ${NEWS_DAYS} * interval '1 day'`.execute(tx);
  return rows.map(({ company_id: company, name, code, at, template_hash: hash }) => ({
    key: `refused:${company}:${hash ?? 'all'}:${at.getTime()}`,
    payload: { what: hash === null ? 'texts-paused' : 'template-stopped', company: name, code },
  }));
}

/** The event's key includes the day (UTC), so it's reported at most once a day. */
async function manyNewPeople(tx: SystemTx, { clock }: AlertDeps): Promise<Alert[]> {
  const now = clock.now();
  const people = await countNewPeople(tx, now);
  if (people < ALERT_AT_NEW_PEOPLE) return [];
  return [{ key: `new-people:${Math.floor(now.getTime() / DAY)}`, payload: { what: 'new-people', people } }];
}

/** The alerts that haven't been emailed yet. */
async function untold(tx: SystemTx, alerts: readonly Alert[]): Promise<Alert[]> {
  if (alerts.length === 0) return [];
  const told = await tx
    .selectFrom('messages')
    .select('dedupe_key')
    .where(
      'dedupe_key',
      'in',
      alerts.map(({ key }) => dedupeKey(key, 0)),
    )
    .execute();
  const keys = new Set(told.map((row) => row.dedupe_key));
  return alerts.filter(({ key }) => !keys.has(dedupeKey(key, 0)));
}

const dedupeKey = (key: string, addressee: number): string => `admin.alert:${key}:${addressee}`;

async function write(tx: SystemTx, { config, clock }: AlertDeps, { key, payload }: Alert): Promise<void> {
  for (const [index, to] of addressees(config).entries())
    await enqueueMessage(tx, {
      companyId: null,
      leadId: null,
      kind: adminAlert,
      channel: 'email',
      to,
      payload,
      dedupeKey: dedupeKey(key, index),
      at: clock.now(),
    });
}
