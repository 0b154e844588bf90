import { sentences } from '#shared/primitives/sentence.ts';
import type { ReactNode } from 'react';
import type { Problem } from '../../lib/errors.ts';
import { Banner } from '../../ui/banner.tsx';
import { NextStep } from '../../ui/next-step.tsx';

/** An error that doesn't belong to a field. */
export function FormProblem({ problem, action }: { problem: Problem | null; action?: ReactNode }) {
  return problem && <Banner action={action ?? <NextStep problem={problem} />}>{sentences(problem.message)}</Banner>;
}
