import type { ReactNode } from 'react';
import type { Problem } from '../../lib/errors.ts';
import { Banner } from '../../ui/banner.tsx';

/** What went wrong with none of the fields. */
export function FormProblem({ problem, action }: { problem: Problem | null; action?: ReactNode }) {
  return problem && <Banner action={action}>{problem.message.replace(/(?<![.!?])$/, '.')}</Banner>;
}
