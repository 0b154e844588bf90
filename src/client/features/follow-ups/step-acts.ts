import { MAX_STEPS, MAX_STEPS_MESSAGE, MIN_STEPS_MESSAGE } from '#shared/features/follow-ups/steps.rules.ts';
import { toast } from '../../ui/toast.ts';
import type { OfferForm } from '../estimates/offer-form.rules.ts';
import { nextStep, type StepForm } from './follow-up-form.rules.ts';

interface StepListOptions {
  steps: StepForm[];
  onChange: (steps: StepForm[]) => void;
  /**
   * `typed` from `useForm`. Call it with the path of a changed field, or without a path after adding or removing steps.
   */
  typed: (path?: string) => void;
}

/** Actions for editing a list of one to five steps. Used for a lead's schedule and for the company's defaults. */
export const stepActs = ({ steps, onChange, typed }: StepListOptions) => {
  const apply = (next: StepForm[]) => {
    typed();
    onChange(next);
  };
  return {
    changeStep: (at: number, field: 'day' | 'message', text: string) => {
      typed(`steps.${at}.${field}`);
      onChange(steps.map((step, index) => (index === at ? { ...step, [field]: text } : step)));
    },
    changeOffer: (at: number, offer: OfferForm | null, path: string) => {
      typed(path);
      // The message's error may depend on whether an offer is set.
      typed(`steps.${at}.message`);
      onChange(steps.map((step, index) => (index === at ? { ...step, offer } : step)));
    },
    addStep: () => {
      if (steps.length >= MAX_STEPS) return toast.error(MAX_STEPS_MESSAGE);
      // The key must differ from the keys of all stored steps.
      apply([...steps, nextStep(steps, `added-${Date.now()}`)]);
    },
    removeStep: (key: string) => {
      if (steps.length <= 1) return toast.error(MIN_STEPS_MESSAGE);
      apply(steps.filter((step) => step.key !== key));
    },
  };
};

/**
 * Converts a field path ('steps.0.day') to a name that contains the step's key. The key doesn't change when steps are
 * added or removed.
 */
export const fieldKeyOf =
  (steps: readonly StepForm[]) =>
  (path: string): string => {
    const [, index, field] = /^steps\.(\d+)\.(.+)$/.exec(path) ?? [];
    return index === undefined ? path : `${steps[Number(index)]?.key ?? index}.${field ?? ''}`;
  };
