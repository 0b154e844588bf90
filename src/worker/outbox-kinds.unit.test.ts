import { expect, test } from 'vitest';
import { labelOf } from '#core/features/messages/message-labels.ts';
import { outboxKinds } from './outbox-kinds.ts';

test.each(Object.entries(outboxKinds).filter(([, kind]) => kind.text !== undefined))(
  'a status callback of %s speaks of it as the sender did',
  (name, kind) => {
    expect(labelOf(name)).toEqual({ label: kind.label, onTimeline: kind.audience === 'homeowner' });
  },
);
