import { describe, expect, it } from 'vitest';
import type { ConversationLine } from '#shared/features/agent/agent.schema.ts';
import type { ThreadItem } from '#shared/features/conversations/conversations.schema.ts';
import { threadEntries } from './thread-entries.ts';

const at = (minute: number) => `2026-11-05T14:${String(minute).padStart(2, '0')}:00Z`;
const message = (minute: number): ThreadItem => ({
  id: `message ${minute}`,
  from: 'homeowner',
  channel: 'sms',
  label: null,
  at: at(minute),
  state: 'received',
  reason: null,
  subject: null,
  text: '',
  hasWhole: false,
  attachments: [],
  sender: null,
  automatic: false,
  unsure: false,
  unreadable: false,
  rowId: null,
  again: null,
});
const line = (minute: number): ConversationLine => ({
  id: `line ${minute}`,
  author: 'agent',
  channel: 'widget',
  body: '',
  at: at(minute),
});
const ids = (...args: Parameters<typeof threadEntries>) =>
  threadEntries(...args).map((entry) => (entry.kind === 'agent' ? entry.line.id : entry.item.id));

describe('threadEntries', () => {
  it('puts the agent’s lines between the messages, by time', () => {
    const items = [message(10), message(30)];
    expect(ids(items, [line(5), line(20), line(21), line(40)], false)).toEqual([
      'line 5',
      'message 10',
      'line 20',
      'line 21',
      'message 30',
      'line 40',
    ]);
  });

  it('leaves out lines before the loaded part of the thread', () => {
    expect(ids([message(10)], [line(5), line(20)], true)).toEqual(['message 10', 'line 20']);
  });

  it('shows the lines if there are no messages', () => {
    expect(ids([], [line(5)], false)).toEqual(['line 5']);
  });

  it('keeps the order of the messages', () => {
    expect(ids([message(30), message(10)], [line(20)], false)).toEqual(['line 20', 'message 30', 'message 10']);
  });
});
