import { useState } from 'react';
import { MAX_STEPS, MAX_STEPS_MESSAGE, MIN_STEPS_MESSAGE } from '#shared/features/follow-ups/steps.rules.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { toast } from '../../ui/toast.ts';
import { faultsOf, isMessagePath, nextStep, type StepForm } from './follow-up-form.rules.ts';

interface StepListOptions {
  steps: StepForm[];
  onChange: (steps: StepForm[]) => void;
  /** Opens the tab of a field before it takes the focus ('steps.0.message'); days come before messages then. */
  reveal?: (path: string) => void;
}

/**
 * One to five steps as they are edited, in a lead's schedule and in the company's defaults. A field shows its fault
 * once it was left or a save was tried; a save leads to the first wrong field.
 */
export const useStepList = ({ steps, onChange, reveal }: StepListOptions) => {
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<FieldErrors>({});
  const faults = faultsOf(steps);

  const apply = (next: StepForm[]) => {
    setRefused({});
    onChange(next);
  };
  const leadToFirst = (wrong: FieldErrors) => {
    const inTabs = (a: string, b: string) => Number(isMessagePath(a)) - Number(isMessagePath(b));
    const downThePage = (a: string, b: string) => a.localeCompare(b);
    const first = Object.keys(wrong).toSorted(reveal ? inTabs : downThePage)[0];
    if (first === undefined) return;
    reveal?.(first);
    requestAnimationFrame(() => document.getElementsByName(first)[0]?.focus());
  };
  return {
    errorOf: (path: string, key: string): string | undefined =>
      refused[path] ?? (tried || watched.has(`${key}.${path.split('.').at(-1) ?? ''}`) ? faults[path] : undefined),
    leave: (key: string, field: 'day' | 'message') => setWatched(new Set([...watched, `${key}.${field}`])),
    changeStep: (key: string, change: Partial<Pick<StepForm, 'day' | 'message'>>) =>
      apply(steps.map((step) => (step.key === key ? { ...step, ...change } : step))),
    addStep: () => {
      if (steps.length >= MAX_STEPS) return toast.error(MAX_STEPS_MESSAGE);
      // unlike any that was kept from before
      apply([...steps, nextStep(steps, `added-${Date.now()}`)]);
    },
    removeStep: (key: string) => {
      if (steps.length <= 1) return toast.error(MIN_STEPS_MESSAGE);
      apply(steps.filter((step) => step.key !== key));
    },
    /** Whether the steps can be saved; if not, every fault is shown and the first takes the focus. */
    check: (): boolean => {
      setTried(true);
      leadToFirst(faults);
      return Object.keys(faults).length === 0;
    },
    /** Shows the server's refusals beside their fields. */
    refuse: (fields: FieldErrors) => {
      setRefused(fields);
      leadToFirst(fields);
    },
    /** What the server refused, by field. */
    refused,
    /** Begins again: what was typed is gone. */
    forgetFaults: () => {
      setRefused({});
      setTried(false);
      setWatched(new Set());
    },
  };
};
