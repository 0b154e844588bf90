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

test('clears the sent text, and turns text typed during sending into a new message', () => {
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

test('a response that arrives after the composer was closed changes only its own lead’s text', () => {
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

test('a pressed channel button takes precedence over the unsent message’s channel, if available', () => {
  expect(firstChannel(typed, { asked: 'email', ways: waysOf(true) })).toBe('email');
  expect(firstChannel(typed, { asked: 'email', ways: waysOf(true, false) })).toBe('sms');
  expect(firstChannel({ text: '', channel: 'email' }, { asked: undefined, ways: waysOf(true) })).toBeUndefined();
});

test('an unsent message keeps its channel, even if a reply or a STOP would select another', () => {
  const of = { preferred: 'email', ways: waysOf(true), words: true } as const;
  expect(channelOf('sms', of)).toBe('sms');
  expect(channelOf('sms', { ...of, ways: waysOf(false) })).toBe('sms');
  expect(channelOf('sms', { ...of, ways: waysOf(false), words: false })).toBe('email');
  expect(channelOf(undefined, { ...of, preferred: undefined })).toBe('sms');
});

test('a merged lead’s unsent message moves to the lead that replaced it', () => {
  changeDraft('merged-b', () => ({ ...typed, channel: 'email', subject: 'The gate' }));
  moveDraft('merged-b', 'merged-a');
  expect(findDraft('merged-a')).toMatchObject({ ...typed, channel: 'email', subject: 'The gate' });
  // The response to the earlier send still contains the old lead's id.
  changeDraft('merged-b', (was) => afterSent(was, sent));
  expect(findDraft('merged-a').text).toBe('');
});

test('a moved message is appended to the other lead’s unsent message, as a new message', () => {
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
