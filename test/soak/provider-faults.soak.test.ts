import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FaultMode } from '../../sandbox/faults.ts';
import { providersBreak } from '../mortal/fault-scene.ts';
import { CLEAN } from '../mortal/ledger.ts';
import { type MortalLab, startMortalLab } from '../mortal/lab.ts';
import { STORES } from '../queue-stores.ts';
import { noteForSoak, SOAK_COUNTS, soakCount } from '../soak-report.ts';

const seconds = soakCount('SOAK_FAULT_SECONDS', SOAK_COUNTS.SOAK_FAULT_SECONDS);
const MODES: FaultMode[] = ['http500', 'http429', 'timeout', 'hang_up', 'drop_after_accept'];
const PEOPLE = 60;
const TWO_MINUTES = 120;

describe.each(STORES)('queue on $name', ({ open, name }) => {
  let lab: MortalLab;
  beforeAll(async () => {
    // Uses the product's own leases, delays and timeouts.
    lab = await startMortalLab(await open(), {});
  });
  afterAll(() => lab.close());

  test.each(MODES)('both providers: %s', async (mode) => {
    const result = await providersBreak(lab, { modes: [mode], seconds, people: PEOPLE, hurried: false });
    noteForSoak({ what: `providers ${mode} for ${seconds} s, queue on ${name}`, figures: { ...result } });
    // Only an email that the server accepted can remain unconfirmed.
    const unknown = mode === 'drop_after_accept' ? result.unknown : 0;
    expect(result).toMatchObject({ ...CLEAN, unknown });
    expect(result.recovery).toBeLessThan(TWO_MINUTES);
  });
});
