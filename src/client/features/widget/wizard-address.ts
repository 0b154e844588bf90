import { navigate, useSearch } from '../../lib/router.tsx';

/** The two ways to get the code (spec, section 2). */
export const WAYS = ['assistant', 'manual'] as const;
export type Way = (typeof WAYS)[number];

export type Step = 1 | 2 | 3;
const stepOf = (text: string | null): Step => (text === '2' ? 2 : text === '3' ? 3 : 1);

const addressOf = (way: Way, step: Step): string => {
  const params = new URLSearchParams({ tab: 'widget' });
  if (way === 'manual') params.set('setup', way);
  else if (step > 1) params.set('step', String(step));
  return `/dashboard?${params.toString()}`;
};

/** The URL stores the sub-tab and step, so that refreshing and going back work. */
export const useWizardAddress = () => {
  const params = useSearch();
  const way: Way = params.get('setup') === 'manual' ? 'manual' : 'assistant';
  const step = stepOf(params.get('step'));
  return {
    way,
    step,
    goTo: (to: { way?: Way; step?: Step }) => navigate(addressOf(to.way ?? way, to.step ?? step), { keepScroll: true }),
  };
};
