import { useState } from 'react';
import type { ThreadItem } from '#shared/features/conversations/conversations.schema.ts';
import { changeOf, shownOf } from './thread-changes.ts';

const LONGEST = 200;

/** What is read aloud when something new is said, and of that alone: not what is loaded, nor earlier words. */
export function useNews(items: readonly ThreadItem[], firstName: string): string {
  const [told, setTold] = useState({ items, news: '' });
  if (told.items === items) return told.news;
  const shown = shownOf(items);
  const change = changeOf(shownOf(told.items), shown);
  const wanted = change === 'heard' ? 'homeowner' : 'company';
  const text = items.findLast(({ from, label }) => from === wanted && (from === 'homeowner' || label === null))?.text;
  const who = change === 'heard' ? `${firstName} wrote` : 'Your message was added';
  const news = change === 'heard' || change === 'typed' ? `${who}: ${text?.slice(0, LONGEST) ?? ''}` : told.news;
  setTold({ items, news });
  return news;
}
