import { existsSync } from 'node:fs';
import { readdir, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createStripe } from '#core/platform/stripe-client.ts';
import { DAY, HOUR, SECOND } from '#shared/primitives/durations.ts';
import { MANIFEST, readManifest } from '../backup/manifest.ts';
import { connected } from '../start/command.ts';
import { type Check, fault, type Finding, ok, type Patient, warning } from './finding.ts';

const GB = 1_024 ** 3;
/** How much the clock may differ from another one. Webhooks are refused from 300 s on. */
const CLOCK_WITHIN = 30 * SECOND;
/** A nightly backup may take a while, and the doctor may come just before it. */
const BACKUP_WITHIN = DAY + 6 * HOUR;

export const clock: Check = {
  about: 'Clock',
  async look(patient) {
    const others = [await databaseClock(patient), await stripeClock(patient)].filter((one) => one !== undefined);
    const wrong = others.filter(({ away }) => away > CLOCK_WITHIN);
    if (wrong.length === 0) return [ok(`agrees with ${others.map(({ whose }) => whose).join(' and ')}`)];
    return wrong.map(({ whose, away }) =>
      fault(`differs from ${whose} by ${Math.round(away / SECOND)} s. Turn on time synchronization (NTP)`),
    );
  },
};

interface OtherClock {
  whose: string;
  /** The difference in milliseconds. */
  away: number;
}

const databaseClock = ({ config, now }: Patient): Promise<OtherClock | undefined> =>
  connected(config.DATABASE_URL, async (client) => {
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
    return rows[0] && { whose: 'the database’s', away: Math.abs(rows[0].at.getTime() - now.getTime()) };
  }).catch(() => undefined);

async function stripeClock({ config, now }: Patient): Promise<OtherClock | undefined> {
  const answer = await createStripe(config)
    ?.accounts.retrieveCurrent()
    .catch(() => undefined);
  const at = Date.parse(String(answer?.lastResponse.headers['date']));
  return Number.isNaN(at) ? undefined : { whose: 'Stripe’s', away: Math.abs(at - now.getTime()) };
}

export const disk: Check = {
  about: 'Disk',
  async look({ config }) {
    const folder = existing(resolve(config.DATA_DIR));
    const { bavail, blocks, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const said = `${(free / GB).toFixed(1)} GB are free in ${folder}`;
    if (free < GB) return [fault(`only ${said}. Make room before Postgres stops`)];
    return [bavail / blocks < 0.1 ? warning(`only ${said}, less than a tenth`) : ok(said)];
  },
};

const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

export const backups: Check = {
  about: 'Backups',
  async look({ backups: folder, now }) {
    const names = existsSync(folder) ? await readdir(folder) : [];
    const whole = names.filter((name) => existsSync(join(folder, name, MANIFEST))).toSorted();
    const newest = whole.at(-1);
    if (newest === undefined)
      return [
        fault(`none in ${folder}. Run \`npm run backup\` each night, or name the folder with --backups (step 11)`),
      ];
    return [await age(join(folder, newest), now)];
  },
};

async function age(folder: string, now: Date): Promise<Finding> {
  const { takenAt } = await readManifest(folder);
  const old = now.getTime() - Date.parse(takenAt);
  const hours = Math.max(0, Math.round(old / HOUR));
  return old <= BACKUP_WITHIN
    ? ok(`the newest is ${hours} hours old`)
    : fault(`the newest is ${hours} hours old. Find out why the nightly backup doesn’t run (step 11)`);
}
