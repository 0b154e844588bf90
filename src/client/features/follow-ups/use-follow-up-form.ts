import { useState } from 'react';
import type { FollowUpChannel, FollowUpView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { draft } from '../../lib/draft.ts';
import { type FollowUpForm, isMessagePath, isSameForm, startingForm, withKept } from './follow-up-form.rules.ts';
import { useStepList } from './use-step-list.ts';

export type FollowUpTab = 'schedule' | 'messages';

const storeKey = (leadId: string) => `follow-up:${leadId}`;

/** What is typed in the follow-up dialog, kept for this tab until it is saved or given up. */
export const useFollowUpForm = (lead: LeadView, view: FollowUpView) => {
  const [start] = useState(() => startingForm(view, lead));
  const [form, setForm] = useState(() => withKept(start, draft.find(storeKey(lead.id))));
  const [tab, setTab] = useState<FollowUpTab>('schedule');

  const apply = (next: FollowUpForm) => {
    setForm(next);
    draft.keep(storeKey(lead.id), next);
  };
  const list = useStepList({
    steps: form.steps,
    onChange: (steps) => apply({ ...form, steps }),
    reveal: (path) => setTab(isMessagePath(path) ? 'messages' : 'schedule'),
  });
  return {
    ...list,
    form,
    tab,
    setTab,
    dirty: !isSameForm(form, start),
    setChannel: (channel: FollowUpChannel) => {
      list.refuse({});
      apply({ ...form, channel });
    },
    setActive: (active: boolean) => apply({ ...form, active }),
    refusedChannel: list.refused['channel'],
    forget: () => draft.forget(storeKey(lead.id)),
  };
};

export type FollowUpFormState = ReturnType<typeof useFollowUpForm>;
