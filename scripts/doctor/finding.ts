import type { promises as dns } from 'node:dns';
import type { Config } from '#core/platform/config.ts';

/** One line of the doctor's answer. A fault stops something from working; a warning is worth a look. */
export interface Finding {
  level: 'ok' | 'warning' | 'fault';
  /** What is so and, unless it's ok, what to do. */
  text: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (text: string): Finding => ({ level: 'warning', text });
export const fault = (text: string): Finding => ({ level: 'fault', text });

/** What the doctor looks at. */
export interface Patient {
  config: Config;
  dns: Pick<dns.Resolver, 'resolve4' | 'resolve6' | 'resolveMx' | 'resolveTxt'>;
  now: Date;
  /** The folder that holds the backups. */
  backups: string;
  /** The folder of the migrations that this version contains. */
  migrations: string;
}

/** Something to look at, such as the mail server. `look` may throw, which counts as a fault with the error's message. */
export interface Check {
  about: string;
  look: (patient: Patient) => Promise<Finding[]>;
}
