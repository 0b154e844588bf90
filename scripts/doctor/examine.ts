import { SECOND } from '#shared/primitives/durations.ts';
import { database } from './database.ts';
import { domains } from './dns.ts';
import { type Check, fault, type Finding, type Patient } from './finding.ts';
import { backups, clock, disk } from './machine.ts';
import { mail } from './mail.ts';
import { publicAddress } from './public-address.ts';
import { queue } from './queue.ts';
import { payments } from './stripe.ts';
import { texts } from './twilio.ts';

const CHECKS: readonly Check[] = [database, queue, mail, texts, payments, domains, publicAddress, clock, disk, backups];
const WITHIN = 20 * SECOND;

/** The findings about one thing, such as the mail server. */
export interface Examined {
  about: string;
  findings: Finding[];
}

/** Looks at everything at once, and yields the findings in a fixed order, each as soon as it and those before are there. */
export async function* examine(patient: Patient): AsyncGenerator<Examined> {
  const looks = CHECKS.map(({ about, look }) => ({ about, findings: inTime(look(patient)) }));
  for (const { about, findings } of looks) yield { about, findings: await findings };
}

async function inTime(looking: Promise<Finding[]>): Promise<Finding[]> {
  const late = Promise.withResolvers<Finding[]>();
  const timer = setTimeout(() => late.resolve([fault(`no answer within ${WITHIN / SECOND} s`)]), WITHIN);
  try {
    return await Promise.race([looking, late.promise]);
  } catch (error) {
    return [fault(causeOf(error))];
  } finally {
    clearTimeout(timer);
  }
}

/** A failed connection to a name with several addresses has its reasons inside, and an empty message of its own. */
function causeOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(causeOf).join(', ');
  return error instanceof Error ? error.message || error.name : String(error);
}
