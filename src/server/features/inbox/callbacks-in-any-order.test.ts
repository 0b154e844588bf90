import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drainMessages } from '#core/features/delivery/drain.ts';
import { noteTextStatus } from '#core/features/inbox/text-status.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp } from '../../../../test/due-follow-up.ts';
import { noteForSoak, soakCount } from '../../../../test/soak-report.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());

/** The statuses that Twilio reports for one text (`words`), and the final status of its row (`ends`). */
const STORIES = {
  'on its way': { words: ['queued', 'sending', 'sent'], ends: 'sent' },
  delivered: { words: ['queued', 'sent', 'delivered'], ends: 'delivered' },
  read: { words: ['sent', 'delivered', 'read'], ends: 'delivered' },
  undelivered: { words: ['sending', 'sent', 'undelivered'], ends: 'failed' },
  failed: { words: ['queued', 'failed'], ends: 'failed' },
} as const;
type Story = keyof typeof STORIES;
const RANK: Record<string, number> = { scheduled: 0, sending: 1, sent: 2, delivered: 3, failed: 3 };

const stories = fc.constantFrom<Story>('on its way', 'delivered', 'read', 'undelivered', 'failed').chain((story) => {
  const { words } = STORIES[story];
  // each status is reported at least once, some repeatedly, in any order
  const told = fc
    .array(fc.constantFrom(...words), { maxLength: 3 })
    .chain((again) => fc.shuffledSubarray([...words, ...again], { minLength: words.length + again.length }));
  return fc.record({ story: fc.constant(story), told, early: fc.nat({ max: 4 }), answerLost: fc.boolean() });
});

const eventsOf = async (company: CompanyRow): Promise<string[]> =>
  (await lab.timeline(company)).map(({ kind }) => kind).filter((kind) => kind.startsWith('message_'));

test('repeated, late and out-of-order callbacks, even before the send’s response, never move a status back, and none is lost (T2)', async () => {
  let [callbacks, beforeAnswer] = [0, 0];
  await fc.assert(
    fc.asyncProperty(stories, async ({ story, told, early, answerLost }) => {
      const { company, phone } = await dueFollowUp(lab);
      const [row] = await lab.followUps(company);
      const rowId = row?.id ?? '';
      const seen: string[] = [];
      const look = async (): Promise<void> => void seen.push((await lab.followUps(company))[0]?.status ?? '');
      const tell = async (sid: string, words: readonly string[]): Promise<void> => {
        for (const status of words) {
          const errorCode = status === 'undelivered' || status === 'failed' ? '30005' : null;
          await noteTextStatus(lab.app.deps, { sid, status, errorCode, rowId });
          await look();
        }
      };
      const texts = {
        ...lab.deps.texts,
        async send(text: Parameters<typeof lab.deps.texts.send>[0]) {
          const answer = await lab.deps.texts.send(text);
          expect(answer.kind).toBe('accepted');
          await tell(lab.texts(phone)[0]?.sid ?? '', told.slice(0, early));
          return answerLost ? ({ kind: 'unknown', detail: 'the connection broke' } as const) : answer;
        },
      };
      await drainMessages({ ...lab.deps, texts }, company.id);
      await look();
      await tell(lab.texts(phone)[0]?.sid ?? '', told.slice(early));
      // and the status doesn't change later
      lab.app.clock.advance(3 * DAY);
      await lab.drain(company);

      expect((await lab.followUps(company))[0]?.status).toBe(STORIES[story].ends);
      const ranks = seen.map((status) => RANK[status] ?? -1);
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      expect(lab.texts(phone)).toHaveLength(1);
      const { ends } = STORIES[story];
      expect(await eventsOf(company)).toEqual(['message_sent', ...(ends === 'sent' ? [] : [`message_${ends}`])]);
      callbacks += told.length;
      beforeAnswer += Math.min(early, told.length);
    }),
    { numRuns: soakCount('SOAK_RUNS', 12), seed: 20_261_121 },
  );
  noteForSoak({ what: 'callbacks of texts in any order', figures: { callbacks, 'before the answer': beforeAnswer } });
  expect(beforeAnswer).toBeGreaterThan(0);
}, 120_000);
