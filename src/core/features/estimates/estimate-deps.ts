import type { Deps } from '../../platform/deps.ts';

export type EstimateDeps = Pick<Deps, 'db' | 'clock' | 'wakeUps' | 'config'>;
