import type { FollowUpDates } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { useEffect, useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { daysToAsk, type FollowUpForm } from './follow-up-form.rules.ts';

const PAUSE_MS = 250;
const DAY_MS = 86_400_000;

/** Returns the text once it hasn't changed for a quarter of a second. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

/**
 * Loads the dates for the typed days. The server computes them with its own clock. While new dates load, the previous
 * ones stay visible.
 */
export const useDates = (leadId: string, { channel, steps }: FollowUpForm) => {
  const settled = useSettled(daysToAsk(steps).join());
  const days = settled === '' ? [] : settled.split(',').map(Number);
  return trpc.followUps.dates.useQuery(
    { leadId, channel, days },
    { enabled: days.length > 0, placeholderData: (before) => before },
  );
};

/**
 * Returns an instant on day 0 of the follow-ups. It's computed from the first step whose date wasn't moved. Uses the
 * dates from the server, because this browser's clock may be wrong. Returns undefined if all dates were moved.
 */
export const countedFrom = (dates: FollowUpDates | undefined): string | undefined => {
  const plain = dates?.dates.find(({ moved }) => moved === null);
  return plain && new Date(new Date(plain.dueAt).getTime() - plain.day * DAY_MS).toISOString();
};
