import { useEffect, useRef, useState } from 'react';
import type { FollowUpChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { type Problem, problemOf } from '../../lib/errors.ts';
import { ALONE, trpc } from '../../lib/trpc.ts';
import { askInTurns, type ChosenLead, type StartSummary, summarize } from './start-many.rules.ts';

export interface StartState {
  stage: 'checking' | 'ready' | 'running' | 'failed' | 'done';
  channel: FollowUpChannel | null;
  /** The preview, or the result once follow-ups have been started. */
  summary: StartSummary;
  /** The number of leads processed so far. */
  answered: number;
  total: number;
  problem: Problem | null;
}

const NOTHING: StartSummary = { started: [], already: 0, refused: [], withoutTexts: [] };
const BLANK: StartState = {
  stage: 'checking',
  channel: null,
  summary: NOTHING,
  answered: 0,
  total: 0,
  problem: null,
};

/**
 * Previews follow-ups for these leads, and starts them. Each call covers up to 1,000 leads, and two calls run at a
 * time. Repeating a failed call is safe, because active schedules stay unchanged.
 */
export const useStartMany = (leads: readonly ChosenLead[]) => {
  const utils = trpc.useUtils();
  const [state, setState] = useState(BLANK);
  const round = useRef(0);
  useEffect(() => () => void (round.current += 1), []);

  /** Returns null if another run starts, or the dialog closes, before this run is complete. */
  const inCalls = (
    ids: readonly string[],
    { channel, dryRun }: { channel: FollowUpChannel | null; dryRun: boolean },
  ): ReturnType<typeof askInTurns> => {
    const mine = (round.current += 1);
    return askInTurns({
      ids,
      channel,
      ask: (leadIds, by) =>
        utils.client.followUps.startMany.mutate({ leadIds, dryRun, ...(by && { channel: by }) }, ALONE),
      isWanted: () => round.current === mine,
      onAnswered: (answered) => setState((before) => ({ ...before, answered })),
    });
  };
  const fail = (error: unknown) => setState((before) => ({ ...before, stage: 'failed', problem: problemOf(error) }));

  const check = (channel: FollowUpChannel | null): void => {
    setState({ ...BLANK, channel, total: leads.length });
    void inCalls(
      leads.map(({ id }) => id),
      { channel, dryRun: true },
    ).then((all) => {
      if (!all) return;
      const summary = summarize(all.outcomes, leads);
      setState((before) => ({ ...before, stage: 'ready', channel: all.channel, summary }));
    }, fail);
  };

  const start = (): void => {
    const { started } = state.summary;
    setState((before) => ({ ...before, stage: 'running', answered: 0, total: started.length, problem: null }));
    void inCalls(started, { channel: state.channel, dryRun: false })
      .then((all) => {
        if (!all) return;
        const summary = summarize(all.outcomes, leads);
        // The first attempt of a repeated call may have started follow-ups for some leads. The response then reports
        // those leads as already active.
        const active = [
          ...summary.started,
          ...all.outcomes.filter((one) => one.outcome === 'already').map((one) => one.leadId),
        ];
        setState((before) => ({
          ...before,
          stage: 'done',
          summary: { ...before.summary, started: active, refused: [...before.summary.refused, ...summary.refused] },
        }));
      }, fail)
      .finally(() => void Promise.all([utils.leads.invalidate(), utils.followUps.get.invalidate()]));
  };

  return { state, check, start };
};
