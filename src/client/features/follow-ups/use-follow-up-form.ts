import { useState } from 'react';
import type { FollowUpView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { draft } from '../../lib/draft.ts';
import { useForm } from '../../lib/form.ts';
import {
  faultsOf,
  type FollowUpForm,
  isMessagePath,
  isSameForm,
  startingForm,
  stepsOf,
  withoutOffer,
  withKept,
} from './follow-up-form.rules.ts';
import { offerErrorsOnScreen } from '../estimates/offer-form.rules.ts';
import { useSave } from './use-save.ts';
import { fieldKeyOf, stepActs } from './step-acts.ts';

export type FollowUpTab = 'schedule' | 'messages';

const tabOf = (path: string): FollowUpTab => (isMessagePath(path) ? 'messages' : 'schedule');
/** Sorts the schedule tab's fields before the messages tab's fields. */
const byTab = (a: string, b: string): number => Number(isMessagePath(a)) - Number(isMessagePath(b));

/** The follow-up dialog's form, stored in this browser tab until it's saved or discarded. */
export const useFollowUpForm = (lead: LeadView, view: FollowUpView, onSaved: () => void) => {
  const storeKey = `follow-up:${lead.id}`;
  const [start] = useState(() => startingForm(view, lead));
  const [values, setValues] = useState(() => withKept(start, draft.find(storeKey)));
  const [tab, setTab] = useState<FollowUpTab>('schedule');
  const forget = () => draft.forget(storeKey);
  const call = useSave(lead, { forget, onSaved });

  const type = (change: Partial<FollowUpForm>) => {
    const next = { ...values, ...change };
    setValues(next);
    draft.keep(storeKey, next);
  };
  const form = useForm({
    values,
    start,
    isSame: isSameForm,
    type,
    rules: ({ steps }) => faultsOf(steps),
    submit: ({ channel, steps, active }) => call.mutate({ leadId: lead.id, channel, steps: stepsOf(steps), active }),
    call,
    refusals: ({ code, message, fields }) =>
      code === 'SMS_NOT_ALLOWED' ? { channel: message } : offerErrorsOnScreen(fields),
    checksEmpty: true,
    keyOf: fieldKeyOf(values.steps),
    reveal: (wrong) => {
      const [first] = wrong.toSorted(byTab);
      if (first !== undefined) setTab(tabOf(first));
      return first;
    },
  });
  return {
    ...form,
    ...stepActs({ steps: values.steps, onChange: (steps) => type({ steps }), typed: form.typed }),
    values,
    tab,
    setTab,
    setActive: (active: boolean) => type({ active }),
    leaveOffersOut: () => type({ steps: values.steps.map(withoutOffer) }),
    forget,
  };
};

export type FollowUpFormState = ReturnType<typeof useFollowUpForm>;
