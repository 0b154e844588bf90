import { DAY } from '#shared/primitives/durations.ts';
import { messageResource, type StoredSms } from './message-resource.ts';

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 1_000;

/**
 * One page of `GET Messages.json` with the filters To, From, DateSent, DateSent>= and DateSent<=. The newest text comes
 * first.
 */
export function listPage(all: StoredSms[], query: URLSearchParams, accountSid: string): Record<string, unknown> {
  const path = `/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const size = clamp(Number(query.get('PageSize') ?? DEFAULT_SIZE));
  const page = Math.max(0, Math.trunc(Number(query.get('Page') ?? 0)) || 0);
  const found = all.filter((sms) => matches(sms, query));
  // The token identifies the last listed text, so that new texts don't shift the pages.
  const token = query.get('PageToken')?.replace(/^PA/, '');
  const start = token === undefined ? page * size : found.findIndex((sms) => sms.id === token) + 1;
  const shown = found.slice(start, start + size);
  const last = shown.at(-1);
  const link = (number: number, after?: string): string => {
    const next = new URLSearchParams(query);
    next.set('PageSize', String(size));
    next.set('Page', String(number));
    if (after === undefined) next.delete('PageToken');
    else next.set('PageToken', `PA${after}`);
    return `${path}?${next}`;
  };
  return {
    messages: shown.map((sms) => messageResource(sms, accountSid)),
    page,
    page_size: size,
    start,
    end: Math.max(start, start + shown.length - 1),
    uri: link(page, token),
    first_page_uri: link(0),
    previous_page_uri: page > 0 ? link(page - 1) : null,
    next_page_uri: last !== undefined && start + size < found.length ? link(page + 1, last.id) : null,
  };
}

function clamp(size: number): number {
  return Number.isInteger(size) && size > 0 ? Math.min(size, LARGEST_SIZE) : DEFAULT_SIZE;
}

function matches(sms: StoredSms, query: URLSearchParams): boolean {
  const to = query.get('To');
  const from = query.get('From');
  const at = Math.trunc(Date.parse(sms.sentAt ?? sms.createdAt) / 1_000) * 1_000;
  return (
    (to === null || sms.to === to) &&
    (from === null || sms.from === from) &&
    // Express parses `DateSent>=x` as a parameter named 'DateSent>' with the value x.
    inside(query.get('DateSent>'), (first) => at >= first.start) &&
    inside(query.get('DateSent<'), (last) => at <= last.end) &&
    inside(query.get('DateSent'), (day) => at >= day.start && at <= day.end)
  );
}

/** A date matches the entire day, and an instant matches its second. An invalid date is ignored. */
function inside(text: string | null, holds: (span: { start: number; end: number }) => boolean): boolean {
  const start = Date.parse(text ?? '');
  if (text === null || Number.isNaN(start)) return true;
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const floor = Math.trunc(start / 1_000) * 1_000;
  return holds({ start: floor, end: whole ? floor + DAY - 1 : floor });
}
