import { useState } from 'react';
import {
  type FollowUpChannel,
  type FollowUpView,
  MAX_STEPS,
  MAX_STEPS_MESSAGE,
  MIN_STEPS_MESSAGE,
} from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { draft } from '../../lib/draft.ts';
import { toast } from '../../ui/toast.ts';
import {
  faultsOf,
  type FollowUpForm,
  isSameForm,
  nextStep,
  startingForm,
  type StepForm,
  withKept,
} from './follow-up-form.rules.ts';

export type FollowUpTab = 'schedule' | 'messages';

const storeKey = (leadId: string) => `follow-up:${leadId}`;
const isMessagePath = (path: string) => path.endsWith('.message');

/**
 * What is typed in the follow-up dialog, kept for this tab until it is saved or given up. A field shows its
 * fault once it was left or a save was tried; a save leads to the first wrong field, in its tab.
 */
export const useFollowUpForm = (lead: LeadView, view: FollowUpView) => {
  const [start] = useState(() => startingForm(view, lead));
  const [form, setForm] = useState(() => withKept(start, draft.find(storeKey(lead.id))));
  const [tab, setTab] = useState<FollowUpTab>('schedule');
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<FieldErrors>({});
  const [added, setAdded] = useState(0);
  const faults = faultsOf(form.steps);

  const apply = (next: FollowUpForm) => {
    setForm(next);
    setRefused({});
    draft.keep(storeKey(lead.id), next);
  };
  const changeStep = (key: string, change: Partial<Pick<StepForm, 'day' | 'message'>>) =>
    apply({ ...form, steps: form.steps.map((step) => (step.key === key ? { ...step, ...change } : step)) });
  const leadToFirst = (wrong: FieldErrors) => {
    const paths = Object.keys(wrong).toSorted((a, b) => Number(isMessagePath(a)) - Number(isMessagePath(b)));
    const first = paths[0];
    if (first === undefined) return;
    setTab(isMessagePath(first) ? 'messages' : 'schedule');
    requestAnimationFrame(() => document.getElementsByName(first)[0]?.focus());
  };

  return {
    form,
    tab,
    setTab,
    dirty: !isSameForm(form, start),
    errorOf: (path: string, key: string): string | undefined =>
      refused[path] ?? (tried || watched.has(`${key}.${path.split('.').at(-1) ?? ''}`) ? faults[path] : undefined),
    leave: (key: string, field: 'day' | 'message') => setWatched(new Set([...watched, `${key}.${field}`])),
    setChannel: (channel: FollowUpChannel) => apply({ ...form, channel }),
    setActive: (active: boolean) => apply({ ...form, active }),
    changeStep,
    addStep: () => {
      if (form.steps.length >= MAX_STEPS) return toast.error(MAX_STEPS_MESSAGE);
      setAdded(added + 1);
      apply({ ...form, steps: [...form.steps, nextStep(form.steps, `added-${added}-${form.steps.length}`)] });
    },
    removeStep: (key: string) => {
      if (form.steps.length <= 1) return toast.error(MIN_STEPS_MESSAGE);
      apply({ ...form, steps: form.steps.filter((step) => step.key !== key) });
    },
    /** Whether it can be saved; if not, every fault is shown and the first takes the focus. */
    check: (): boolean => {
      setTried(true);
      leadToFirst(faults);
      return Object.keys(faults).length === 0;
    },
    refuse: (fields: FieldErrors) => {
      setRefused(fields);
      leadToFirst(fields);
    },
    refusedChannel: refused['channel'],
    forget: () => draft.forget(storeKey(lead.id)),
  };
};

export type FollowUpFormState = ReturnType<typeof useFollowUpForm>;
