import { expect, test } from 'vitest';
import type { WaysView } from '#shared/features/conversations/conversations.schema.ts';
import {
  afterSent,
  changeDraft,
  channelOf,
  type Draft,
  findDraft,
  firstChannel,
  moveDraft,
  putDraft,
  withoutKey,
} from './composer-draft.ts';

const sent = { text: 'Saturday at 9', idempotencyKey: 'k1' };
const typed: Draft = { text: sent.text, channel: 'sms', key: 'k1' };

test('clears what was sent; text typed during sending becomes a new message', () => {
  expect(afterSent(typed, sent)).toEqual({ text: '' });
  expect(afterSent({ ...typed, text: 'Saturday at 9, or Sunday' }, sent)).toEqual({
    text: 'Saturday at 9, or Sunday',
    channel: 'sms',
    key: undefined,
  });
  const another = { ...typed, key: 'k2' };
  expect(afterSent(another, sent)).toBe(another);
});

test('drops a key that belongs to another message, and keeps the typed text', () => {
  expect(withoutKey({ ...typed, text: 'more' }, 'k1')).toEqual({ text: 'more', channel: 'sms', key: undefined });
  expect(withoutKey(typed, 'k2')).toBe(typed);
});

test('an answer that arrives after leaving the composer only changes that lead’s text', () => {
  changeDraft('one', () => typed);
  changeDraft('other', () => ({ text: 'Hello', key: 'k9' }));
  changeDraft('one', (was) => afterSent(was, sent));
  expect([findDraft('one').text, findDraft('other').text]).toEqual(['', 'Hello']);
});

const waysOf = (sms: boolean, email = true): WaysView => ({
  sms: { allowed: sms, refusal: sms ? null : 'opted_out', reason: null, opensAt: null, why: null, first: false },
  email: { allowed: email, reason: null, subject: '' },
  companyName: 'Acme Fence',
  zone: 'America/Boise',
});

test('a pressed channel button takes precedence over the saved draft, if that channel is available', () => {
  expect(firstChannel(typed, { asked: 'email', ways: waysOf(true) })).toBe('email');
  expect(firstChannel(typed, { asked: 'email', ways: waysOf(true, false) })).toBe('sms');
  expect(firstChannel({ text: '', channel: 'email' }, { asked: undefined, ways: waysOf(true) })).toBeUndefined();
});

test('a draft keeps its channel, even if a reply or a STOP would select another', () => {
  const of = { preferred: 'email', ways: waysOf(true), words: true } as const;
  expect(channelOf('sms', of)).toBe('sms');
  expect(channelOf('sms', { ...of, ways: waysOf(false) })).toBe('sms');
  expect(channelOf('sms', { ...of, ways: waysOf(false), words: false })).toBe('email');
  expect(channelOf(undefined, { ...of, preferred: undefined })).toBe('sms');
});

test('a draft moves to the lead that its own was merged into', () => {
  changeDraft('merged-b', () => ({ ...typed, channel: 'email', subject: 'The gate' }));
  moveDraft('merged-b', 'merged-a');
  expect(findDraft('merged-a')).toMatchObject({ ...typed, channel: 'email', subject: 'The gate' });
  // The response to the earlier send still contains the old lead's id.
  changeDraft('merged-b', (was) => afterSent(was, sent));
  expect(findDraft('merged-a').text).toBe('');
});

test('and is appended below existing text, as an unsent message', () => {
  changeDraft('merged-c', () => ({ text: 'Mine', channel: 'sms', key: 'k3' }));
  changeDraft('merged-d', () => ({ text: 'Theirs', channel: 'sms', key: 'k4' }));
  moveDraft('merged-d', 'merged-c');
  moveDraft('merged-d', 'merged-c');
  expect(findDraft('merged-c')).toMatchObject({ text: 'Mine\n\nTheirs', channel: 'sms' });
  expect(findDraft('merged-c').key).toBeUndefined();
});

test('rewriting a message creates a new one with its own channel', () => {
  changeDraft('again', () => ({ text: 'Half a', channel: 'sms', key: 'k5' }));
  putDraft('again', { channel: 'email', text: 'Saturday', subject: null });
  expect(findDraft('again')).toMatchObject({ channel: 'email', text: 'Saturday', subject: undefined });
  expect(findDraft('again').key).toBeUndefined();
});
