import type { PushChoices, PushDeviceView, PushSubscribeInput } from '#shared/features/push/push.schema.ts';
import { invalid, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import { inCompany, type CompanyTx } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { isPushEndpoint, vapidKeys } from '../../platform/push-service.ts';
import { hashToken } from '../../platform/secrets.ts';

/** The owner of the devices, and the session that makes the request. */
export interface DeviceOwner {
  companyId: CompanyId;
  userId: UserId;
  sessionId: string;
}

type DeviceDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

/** The maximum number of devices per user. */
const MOST_DEVICES = 10;

const choicesOf = ({ events, shows, quiet }: PushChoices) => ({
  events,
  shows,
  quiet_from: quiet?.from ?? null,
  quiet_until: quiet?.until ?? null,
});

/**
 * Subscribes this browser, or updates its choices and keys if it's already subscribed. If the user then has more than
 * ten devices, removes the oldest. Throws VALIDATION_FAILED if the endpoint isn't on a known push service.
 */
export const subscribeDevice = (
  { db, config, clock }: DeviceDeps,
  { companyId, userId, sessionId }: DeviceOwner,
  { input: { endpoint, p256dh, auth, choices }, userAgent }: { input: PushSubscribeInput; userAgent: string },
): Promise<{ deviceId: string }> => {
  if (!isPushEndpoint(endpoint, config))
    throw invalid({ endpoint: 'We don’t support this browser’s push service. Try Chrome, Edge, Firefox or Safari' });
  return inCompany(db, companyId, async (tx) => {
    const keys = { endpoint, p256dh, auth, user_id: userId, session_id: sessionId, label: deviceLabel(userAgent) };
    const { id } = await tx
      .insertInto('push_devices')
      .values({
        company_id: companyId,
        endpoint_hash: hashToken(endpoint),
        created_at: clock.now(),
        ...keys,
        ...choicesOf(choices),
      })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'endpoint_hash']).doUpdateSet({ ...keys, ...choicesOf(choices) }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await endOldest(tx, { companyId, userId });
    return { deviceId: id };
  });
};

async function endOldest(tx: CompanyTx, { companyId, userId }: Omit<DeviceOwner, 'sessionId'>): Promise<void> {
  await tx
    .deleteFrom('push_devices')
    .where('company_id', '=', companyId)
    .where('id', 'in', (devices) =>
      devices
        .selectFrom('push_devices')
        .select('id')
        .where('company_id', '=', companyId)
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(MOST_DEVICES),
    )
    .execute();
}

/** Changes a device's events, content and quiet hours. Throws NOT_FOUND. */
export const updateDevice = (
  { db }: Pick<Deps, 'db'>,
  { companyId, userId }: DeviceOwner,
  { deviceId, choices }: { deviceId: string; choices: PushChoices },
): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('push_devices')
      .set(choicesOf(choices))
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('id', '=', deviceId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound('this device');
  });

/** Removes a device and its pending notifications. Does nothing if it was already removed. */
export const forgetDevice = (
  { db }: Pick<Deps, 'db'>,
  { companyId, userId }: DeviceOwner,
  deviceId: string,
): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    await tx
      .deleteFrom('push_devices')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('id', '=', deviceId)
      .execute();
  });

/** Returns the user's devices, newest first, and the public key that a browser needs to subscribe. */
export const readPushSettings = (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { companyId, userId, sessionId }: DeviceOwner,
): Promise<{ publicKey: string; devices: PushDeviceView[] }> =>
  inCompany(db, companyId, async (tx) => {
    const rows = await tx
      .selectFrom('push_devices')
      .select(['id', 'label', 'session_id', 'events', 'shows', 'quiet_from', 'quiet_until', 'created_at'])
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .execute();
    return {
      publicKey: vapidKeys(config.APP_SECRET).publicKey,
      devices: rows.map((row) => ({
        id: row.id,
        label: row.label,
        current: row.session_id === sessionId,
        createdAt: row.created_at.toISOString(),
        choices: {
          events: row.events,
          shows: row.shows,
          quiet:
            row.quiet_from === null || row.quiet_until === null
              ? null
              : { from: row.quiet_from.slice(0, 5), until: row.quiet_until.slice(0, 5) },
        },
      })),
    };
  });

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

const found = (list: typeof BROWSERS, agent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(agent))?.[1];

/** Returns a device's label from its user agent, such as 'Chrome on Android'. */
const deviceLabel = (agent: string): string =>
  [found(BROWSERS, agent) ?? 'A browser', found(SYSTEMS, agent)].filter((part) => part !== undefined).join(' on ');
