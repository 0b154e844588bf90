import { useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { isPassing, type Problem, problemOf } from '../../lib/errors.ts';
import { type Answers, trpc } from '../../lib/trpc.ts';
import { batchesOf, type ReadyRow, type WrongRow } from './import-file.ts';

export interface ImportResult {
  added: { id: string; name: string }[];
  already: { number: number; name: string; leadId: string | null }[];
  /** Added rows of which something isn't taken over as it is. */
  left: { number: number; fields: FieldErrors }[];
  /** Rows with errors that only the server can detect. */
  wrong: WrongRow[];
}

export interface ImportState {
  stage: 'idle' | 'running' | 'stopped' | 'failed' | 'done';
  /** The number of rows that the server has processed, out of `total`. */
  answered: number;
  total: number;
  result: ImportResult;
  problem: Problem | null;
}

const BLANK: ImportState = {
  stage: 'idle',
  answered: 0,
  total: 0,
  result: { added: [], already: [], left: [], wrong: [] },
  problem: null,
};
const TRIES = 3;
const PAUSE_MS = 1_000;

const nameOf = ({ row }: ReadyRow): string => row.name;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends rows in batches. If the response to a batch is lost, the batch is sent again. That's safe, because the server
 * recognizes rows that it already added. After three failures, it waits for `resume`. Leads that were already added are
 * kept.
 */
export const useImport = () => {
  const utils = trpc.useUtils();
  const [state, setState] = useState(BLANK);
  const waiting = useRef<Batch[]>([]);
  const duplicates = useRef<'skip' | 'add'>('skip');
  const stopped = useRef(false);
  useEffect(() => () => void (stopped.current = true), []);

  const send = async (batch: Batch, attempt = 1): Promise<Answer> => {
    const tried = batch.tried;
    batch.tried = true;
    try {
      const answer = await utils.client.leads.importCsv.mutate({ csv: batch.csv, duplicates: duplicates.current });
      return tried ? asFirstAnswer(answer) : answer;
    } catch (error) {
      if (attempt >= TRIES || !isPassing(error) || stopped.current) throw error;
      await pause(attempt * PAUSE_MS);
      return send(batch, attempt + 1);
    }
  };

  const run = async (): Promise<void> => {
    stopped.current = false;
    setState((before) => ({ ...before, stage: 'running', problem: null }));
    try {
      for (let batch = waiting.current[0]; batch && !stopped.current; batch = waiting.current[0]) {
        const { rows } = batch;
        const answer = await send(batch);
        waiting.current.shift();
        setState((before) => withAnswer(before, rows, answer));
      }
      setState((before) => ({ ...before, stage: waiting.current.length > 0 ? 'stopped' : 'done' }));
    } catch (error) {
      setState((before) => ({ ...before, stage: 'failed', problem: problemOf(error) }));
    }
    void utils.leads.invalidate();
  };

  return {
    state,
    start: (rows: readonly ReadyRow[], choice: 'skip' | 'add') => {
      waiting.current = batchesOf(rows).map((batch) => ({ ...batch, tried: false }));
      duplicates.current = choice;
      setState({ ...BLANK, total: rows.length });
      void run();
    },
    resume: () => void run(),
    /** Stops the import once the batch that is being sent is complete. */
    stop: () => {
      stopped.current = true;
    },
    /** Ends the import. The remaining rows aren't sent. */
    finish: () => setState((before) => ({ ...before, stage: 'stopped', problem: null })),
    reset: () => setState(BLANK),
  };
};

type Answer = Answers['leads']['importCsv'];
/** `tried` is true if the batch was already sent but its response may have been lost. */
type Batch = ReturnType<typeof batchesOf>[number] & { tried: boolean };

/** Corrects the response to a repeated batch: rows that the first attempt added count as added, not as duplicates. */
const asFirstAnswer = (answer: Answer): Answer => {
  const rows = answer.rows.map((row) => (row.again ? { ...row, outcome: 'added' as const } : row));
  return { ...answer, rows, added: rows.filter(({ outcome }) => outcome === 'added').length };
};

const toLead = ({ leadId, source }: { leadId: string | null; source: ReadyRow }) =>
  leadId === null ? [] : [{ id: leadId, name: nameOf(source) }];

const withAnswer = (before: ImportState, sent: readonly ReadyRow[], answer: Answer): ImportState => {
  const { added, already, left, wrong } = before.result;
  // The server counts the header row as row 1.
  const rowOf = (row: number) => sent[row - 2];
  const ofOutcome = (outcome: 'added' | 'already' | 'wrong') =>
    answer.rows.flatMap((row) => {
      const source = row.outcome === outcome ? rowOf(row.row) : undefined;
      return source ? [{ ...row, source }] : [];
    });
  return {
    ...before,
    answered: before.answered + sent.length,
    result: {
      added: [...added, ...ofOutcome('added').flatMap(toLead)],
      already: [
        ...already,
        ...ofOutcome('already').map(({ leadId, source }) => ({ number: source.number, name: nameOf(source), leadId })),
      ],
      left: [
        ...left,
        ...ofOutcome('added').flatMap(({ left: fields, source }) =>
          Object.keys(fields).length > 0 ? [{ number: source.number, fields }] : [],
        ),
      ],
      wrong: [
        ...wrong,
        ...ofOutcome('wrong').map(({ fields, source }) => ({ number: source.number, cells: source.cells, fields })),
      ],
    },
  };
};
